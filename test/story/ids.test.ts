import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { AnyStoryId, AnyTaskId, FeatureNumber, isBugStoryId, isBugTaskId, isStoryId, storyOfTask } from "../../lib/story/ids.ts";

const schemas = { AnyStoryId, AnyTaskId, FeatureNumber };
type Name = keyof typeof schemas;

const accepted: [Name, string, string][] = [
  ["AnyStoryId", "STORY-0049-0013", "story-0049-0013"],
  ["AnyStoryId", "story-0049-0013", "story-0049-0013"],
  ["AnyStoryId", "Story-02-Fix-It", "story-02-fix-it"],
  ["AnyStoryId", "story-000001-02", "story-000001-02"],
  ["AnyTaskId", "task-0049-0013-001", "TASK-0049-0013-001"],
  ["AnyTaskId", "TASK-000001-02-003", "TASK-000001-02-003"],
  ["FeatureNumber", "0049", "0049"],
  ["FeatureNumber", "49", "0049"],
  ["FeatureNumber", "7", "0007"],
  ["FeatureNumber", "feature-49", "0049"],
  ["FeatureNumber", "epic-0049", "0049"],
  ["FeatureNumber", "EPIC-0049", "0049"],
  ["FeatureNumber", "bug-1", "0001"],
];

const refused: [Name, string][] = [
  ["AnyStoryId", ""],
  ["AnyStoryId", "story-049-0013"],
  ["AnyStoryId", "story-0049-0013 "],
  ["AnyStoryId", "story-0049-0013\n"],
  ["AnyStoryId", "story-٠٠٤٩-٠٠١٣"],
  ["AnyStoryId", "../../etc/passwd"],
  ["AnyStoryId", "__proto__"],
  ["AnyStoryId", "constructor"],
  ["AnyStoryId", "story-02-"],
  ["AnyStoryId", "story-02-../x"],
  ["AnyTaskId", "TASK-0049-0013"],
  ["AnyTaskId", "prototype"],
  ["FeatureNumber", ""],
  ["FeatureNumber", "00049"],
  ["FeatureNumber", "feature-"],
  ["FeatureNumber", "-1"],
  ["FeatureNumber", "0x1"],
];

describe("ids", () => {
  test.each(accepted)("%s takes '%s' as '%s'", (name, text, id) => {
    expect(v.parse(schemas[name], text)).toBe(id);
  });

  test.each(refused)("%s refuses '%s'", (name, text) => {
    expect(v.safeParse(schemas[name], text).success).toBe(false);
  });

  test("a refusal names the form", () => {
    expect(v.safeParse(AnyStoryId, "x").issues?.[0].message).toBe("expected story-XXXX-YYYY");
    expect(v.safeParse(FeatureNumber, "x").issues?.[0].message).toBe("expected 1 to 4 digits");
    expect(v.safeParse(AnyTaskId, "x").issues?.[0].message).toBe("expected TASK-XXXX-YYYY-NNN");
  });

  test("forms of a bug are told from those of a feature", () => {
    expect(["story-0049-0013", "story-02-fix", "story-000001-02"].map(isBugStoryId)).toEqual([false, true, true]);
    expect(["story-0049-0013", "story-02-fix", "story-000001-02"].map(isStoryId)).toEqual([true, false, false]);
    expect(["TASK-0049-0013-001", "TASK-000001-02-003"].map(isBugTaskId)).toEqual([false, true]);
  });

  test("a task names its story", () => {
    expect(storyOfTask("TASK-0049-0013-001")).toBe("story-0049-0013");
    expect(storyOfTask("TASK-000001-02-003")).toBe("story-000001-02");
  });
});
