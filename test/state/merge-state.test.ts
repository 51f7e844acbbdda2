/** Three-way merges of state files, to the byte (spec page 4, merge driver). */
import { describe, expect, test } from "bun:test";
import { parseText } from "../../lib/state/json-document.ts";
import { mergeStates } from "../../lib/state/merge-state.ts";

function merge(base: string | undefined, ours: string, theirs: string) {
  const [before, own, other] = [base, ours, theirs].map((text) => (text === undefined ? undefined : parseText(text, "state.json")));
  return mergeStates({ base: before, ours: own!, theirs: other! });
}

const BASE = `{
  "version": 1,
  "stories": {
    "story-0049-0001": { "status": "PENDING", "prNumber": null },
    "story-0049-0002": {
      "status": "PENDING",
      "retries": 0
    }
  }
}
`;

function edited(...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, BASE);
}

const SECOND = `"status": "PENDING",\n      "retries": 0`;

describe("what one side changed is taken, every other byte is ours'", () => {
  test.each<[string, ours: string, theirs: string, merged: string, taken: string[]]>([
    [
      "two fields of one story",
      edited([SECOND, `"status": "DONE",\n      "retries": 0`]),
      edited([SECOND, `"status": "PENDING",\n      "retries": 2`]),
      edited([SECOND, `"status": "DONE",\n      "retries": 2`]),
      ["stories.story-0049-0002.retries"],
    ],
    [
      "theirs printed anew, ours' layout stays",
      BASE,
      JSON.stringify({ ...JSON.parse(BASE), version: 2 }),
      edited([`"version": 1`, `"version": 2`]),
      ["version"],
    ],
    [
      "a member in an object on one line",
      edited([`"prNumber": null`, `"prNumber": 7`]),
      edited([`"prNumber": null }`, `"prNumber": null, "branch": "b" }`]),
      edited([`"prNumber": null }`, `"prNumber": 7, "branch": "b" }`]),
      ["stories.story-0049-0001.branch"],
    ],
    [
      "a member on both sides at one place, ours first",
      edited([`"retries": 0`, `"retries": 0,\n      "branch": "b"`]),
      edited([`"retries": 0`, `"retries": 0,\n      "phase": 2`]),
      edited([`"retries": 0`, `"retries": 0,\n      "branch": "b",\n      "phase": 2`]),
      ["stories.story-0049-0002.phase"],
    ],
    [
      "a member behind its neighbour in theirs",
      edited([`"retries": 0`, `"retries": 1`]),
      edited([SECOND, `"phase": 2,\n      "status": "PENDING",\n      "tasks": {},\n      "retries": 0`]),
      edited([SECOND, `"phase": 2,\n      "status": "PENDING",\n      "tasks": {},\n      "retries": 1`]),
      ["stories.story-0049-0002.phase", "stories.story-0049-0002.tasks"],
    ],
    [
      "a deleted member goes with its comma",
      edited([`"version": 1`, `"version": 2`]),
      edited([`"PENDING", "prNumber": null`, `"PENDING"`]),
      edited([`"version": 1`, `"version": 2`], [`"PENDING", "prNumber": null`, `"PENDING"`]),
      ["stories.story-0049-0001.prNumber"],
    ],
    [
      "a key named __proto__ is a key like any other",
      edited([`"retries": 0`, `"retries": 1`]),
      edited([`"version": 1`, `"__proto__": { "x": 1 },\n  "version": 1`]),
      edited([`"retries": 0`, `"retries": 1`], [`"version": 1`, `"__proto__": { "x": 1 },\n  "version": 1`]),
      ["__proto__"],
    ],
  ])("%s", (_, ours, theirs, text, taken) => {
    expect(merge(BASE, ours, theirs)).toEqual({ text, taken, conflicts: [] });
  });

  test("line breaks, byte order mark and a missing last line break are ours'", () => {
    const ours = `\uFEFF${BASE.replaceAll("\n", "\r\n").trimEnd()}`;
    const theirs = edited([`"prNumber": null }`, `"prNumber": null },\n    "story-0049-0003": {\n      "status": "DONE"\n    }`]);
    const want = ours.replace(`"prNumber": null }`, `"prNumber": null },\r\n    "story-0049-0003": {\r\n      "status": "DONE"\r\n    }`);
    expect(merge(BASE, ours, theirs).text).toBe(want);
  });

  test("spelling: numbers count as spelled, text as meant", () => {
    const base = '{"n":12345678901234567890,"t":"\\u00e9","m":1}';
    expect(merge(base, base, base.replace("890,", "891,")).text).toContain("12345678901234567891");
    expect(merge(base, base.replace("\\u00e9", "é"), base.replace('"m":1', '"m":2')).text).toBe('{"n":12345678901234567890,"t":"é","m":2}');
  });

  test("of duplicate keys the last is meant; a deletion takes all of them", () => {
    expect(merge('{"a":1,"b":0,"a":2}', '{"a":1,"b":1,"a":2}', '{"a":3,"b":0}').text).toBe('{"a":1,"b":1,"a":3}');
    expect(merge('{"a":1,"b":0,"a":2}', '{"a":1,"b":1,"a":2}', '{"b":0}').text).toBe('{"b":1}');
  });
});

describe("arrays", () => {
  test.each<[string, base: string, ours: string, theirs: string, merged: string]>([
    ["both appended: ours first", `{"a":[1]}`, `{"a":[1, 2]}`, `{"a":[1,3]}`, `{"a":[1, 2, 3]}`],
    ["both appended alike", `{"a":[1]}`, `{"a":[1,2]}`, `{"a":[1,2,3]}`, `{"a":[1,2,3]}`],
    ["both made the list", "{}", `{"a":["o"]}`, `{"a":["t"]}`, `{"a":["o","t"]}`],
    ["one side changed an element", `{"a":[1,2]}`, `{"a":[1,2],"b":1}`, `{"a":[1,9]}`, `{"a":[1,9],"b":1}`],
    ["one side emptied it", `{"a":[1,2]}`, `{"a":[1,2],"b":1}`, `{"a":[]}`, `{"a":[],"b":1}`],
    [
      "they put elements with ids in another order",
      `{"a":[{"id":1},{"id":2}],"b":0}`,
      `{"a":[{"id":1},{"id":2}],"b":1}`,
      `{"a":[{"id":2},{"id":1}],"b":0}`,
      `{"a":[{"id":2},{"id":1}],"b":1}`,
    ],
    [
      "an order that both changed something in: ours",
      `{"a":[{"id":1},{"id":2}]}`,
      `{"a":[{"id":1,"s":1},{"id":2}]}`,
      `{"a":[{"id":2,"t":1},{"id":1}]}`,
      `{"a":[{"id":1,"s":1},{"id":2,"t":1}]}`,
    ],
    [
      "a bare true that both made an object of",
      `{"k":true}`,
      `{"k":{"on":true,"l":[1]}}`,
      `{"k":{"on":true,"l":[2]}}`,
      `{"k":{"on":true,"l":[1,2]}}`,
    ],
  ])("%s", (_, base, ours, theirs, text) => {
    expect(merge(base, ours, theirs)).toMatchObject({ text, conflicts: [] });
  });

  const INDEX = `{"taskTracking":{"taskIndex":[
  {"id":"T#1","status":"pending"},
  {"id":"T#2","status":"pending"}
]}}`;

  test("elements of taskIndex match by id: changed, added, removed", () => {
    const ours = INDEX.replace('"T#1","status":"pending"', '"T#1","status":"completed"').replace(
      '"pending"}\n]',
      '"pending"},\n  {"id":"T#3","status":"pending"}\n]',
    );
    const theirs = INDEX.replace(/\n {2}\{"id":"T#2".*\n/, '\n  {"id":"T#4","status":"failed"}\n').replace('"T#1"', '"T#1","subject":"s"');
    expect(merge(INDEX, ours, theirs)).toEqual({
      text: `{"taskTracking":{"taskIndex":[
  {"id":"T#1","subject":"s","status":"completed"},
  {"id":"T#3","status":"pending"},
  {"id":"T#4","status":"failed"}
]}}`,
      taken: ['taskTracking.taskIndex["T#1"].subject', 'taskTracking.taskIndex["T#2"]', 'taskTracking.taskIndex["T#4"]'],
      conflicts: [],
    });
  });

  test("the same element changed on both sides: a conflict in its one field", () => {
    const [ours, theirs] = ["failed", "completed"].map((status) => INDEX.replace('"T#2","status":"pending"', `"T#2","status":"${status}"`));
    const { text, conflicts } = merge(INDEX, ours!, theirs!);
    expect(conflicts).toEqual(['taskTracking.taskIndex["T#2"].status']);
    expect(text).toContain('"T#2",\n<<<<<<< ours\n"status":"failed"\n=======\n"status":"completed"\n>>>>>>> theirs\n}');
  });

  test("ids that are there twice are no ids", () => {
    const twice = '{"a":[{"id":1},{"id":1}]}';
    expect(merge(twice, twice.replace("1}]", '1},{"id":2}]'), twice.replace("1}]", '1},{"id":3}]')).text).toBe(
      '{"a":[{"id":1},{"id":1},{"id":2},{"id":3}]}',
    );
  });
});

describe("conflicts are around the field alone", () => {
  test("a field on a line of its own", () => {
    const [ours, theirs] = ["DONE", "FAILED"].map((status) => edited([SECOND, `"status": "${status}",\n      "retries": 0`]));
    expect(merge(BASE, ours!, theirs!)).toEqual({
      text: edited([
        `      "status": "PENDING",\n      "retries": 0`,
        `<<<<<<< ours
      "status": "DONE",
=======
      "status": "FAILED",
>>>>>>> theirs
      "retries": 0`,
      ]),
      taken: [],
      conflicts: ["stories.story-0049-0002.status"],
    });
  });

  test("a field in an object on one line, beside a change of theirs", () => {
    const ours = edited([`"PENDING", "prNumber": null`, `"DONE", "prNumber": null`]);
    const theirs = edited([`"PENDING", "prNumber": null`, `"FAILED", "prNumber": 7`]);
    expect(merge(BASE, ours, theirs).text).toBe(
      edited([
        `{ "status": "PENDING", "prNumber": null }`,
        `{
<<<<<<< ours
"status": "DONE",
=======
"status": "FAILED",
>>>>>>> theirs
 "prNumber": 7 }`,
      ]),
    );
  });

  test("deleted here, changed there: the last member takes its comma along", () => {
    const theirs = edited([`"PENDING",\n      "retries": 0`, `"PENDING"`]);
    expect(merge(BASE, edited([`"retries": 0`, `"retries": 3`]), theirs).text).toContain(
      `      "status": "PENDING"
<<<<<<< ours
      ,"retries": 3
=======
>>>>>>> theirs
    }`,
    );
  });

  test("when each member is deleted on one side, one conflict holds them all", () => {
    expect(merge('{"a":1,"b":2}', '{"a":9}', '{"b":9}').text).toBe('{\n<<<<<<< ours\n"a":9\n=======\n"b":9\n>>>>>>> theirs\n}');
  });

  test("markers end as lines do in ours", () => {
    const [ours, theirs] = [2, 3].map((version) => edited([`"version": 1`, `"version": ${version}`]).replaceAll("\n", "\r\n"));
    const { text } = merge(BASE, ours!, theirs!);
    expect(text).toContain('{\r\n<<<<<<< ours\r\n  "version": 2,\r\n=======\r\n  "version": 3,\r\n>>>>>>> theirs\r\n  "stories"');
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("a changed type is a conflict of the whole field", () => {
    expect(merge('{"a":1}', '{"a":{"x":1}}', '{"a":[1]}').conflicts).toEqual(["a"]);
  });
});

test("without an ancestor both sides' fields are there, and those that differ are conflicts", () => {
  const { text, conflicts } = merge(undefined, '{"a":1,"s":{"x":1},"o":1}', '{"a":2,"s":{"y":1},"t":1}');
  expect(conflicts).toEqual(["a"]);
  expect(text).toEndWith('"s":{"x":1,"y":1},"o":1,"t":1}');
});

test.each([
  ["arrays", "[", "]"],
  ["objects", '{"a":', "}"],
])("absurd nesting of %s is refused, on every runtime at the same depth", (_, open, close) => {
  const deep = (levels: number, leaf: string) => `{"a":${open.repeat(levels)}${leaf}${close.repeat(levels)}}`;
  expect(() => merge("{}", deep(490, "1"), deep(490, "2"))).not.toThrow();
  expect(() => merge("{}", deep(510, "1"), deep(510, "2"))).toThrow("nested too deeply to be merged");
});
