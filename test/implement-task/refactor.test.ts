/** REFACTOR keeps the suite green, or the tree goes back to the last commit and the rejected edits are kept aside. On bun only. */
import { expect } from "bun:test";
import { HONEST, put, SHORT_SUBJECTS } from "./honest-steps.ts";
import { fileAt, leftovers, taskState } from "./observed.ts";
import { CALC } from "./planning.ts";
import type { Project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, type TaskRow, taskRows } from "./task-rows.ts";

const GREEN = SHORT_SUBJECTS.slice(0, 2);
const REF = `refs/x-skills/${CALC.id}/refactor-1`;

/** The tree is as it was committed, and the edits can be had back from the ref. */
function rejected(name: string, refactor: string, row: Partial<TaskRow> = {}): TaskRow {
  return {
    name,
    project: { steps: { "refactor-1": refactor } },
    errorCode: "REFACTOR_BROKE_TESTS",
    subjects: GREEN,
    changes: [],
    after: (box) => expectKept(box),
    ...row,
  };
}

function expectKept(box: Project): void {
  expect(leftovers(box)).toEqual([REF]);
  expect(box.read("src/sub.js")).toBe("export const sub = (a, b) => a - b;\n");
  expect(box.calls()).toEqual(["red-1.1", "green-1.1", "refactor-1.1"]);
  expect(taskState(box)).toMatchObject({ status: "FAILED", failureReason: expect.stringContaining("REFACTOR_BROKE_TESTS") });
}

taskRows([
  rejected("the new test breaks", `${put("src/sub.js", "export const difference = 1;")}\necho new > src/new.js`, {
    message: /subtracts/,
    after: async (box) => {
      expectKept(box);
      expect(fileAt(box, REF, "src/sub.js")).toBe("export const difference = 1;");
      expect(fileAt(box, REF, "src/new.js")).toBe("new");
      box.teach({ "refactor-1": HONEST["refactor-1"]! });
      const again = await runTask(box);
      expectEnd(again, {});
      expect(box.git(["log", "--reverse", "--format=%s", `develop..${again.last.branchName}`]).split("\n")).toEqual([...SHORT_SUBJECTS]);
    },
  }),
  rejected("an old test breaks", "sed -i '/add/d' src/calc.js", { message: /adds/ }),
  rejected("tests are touched", "sed -i '/adds/d' tests/calc.js", { message: /tests\/calc\.js/ }),
  rejected("the new test is deleted", "rm -f tests/sub.js", { message: /tests\/sub\.js/ }),
  rejected("the settings are changed", "sed -i 's/suite.sh/other.sh/' x-skills.json", {
    errorCode: "TESTS_WEAKENED",
    message: /x-skills\.json/,
    after: () => undefined,
  }),
  rejected("the worker dies", "kill -SEGV $$", { errorCode: "WORKER_FAILED", after: () => undefined }),
  {
    name: "a test fails once: the suite is flaky",
    project: {
      files: { "tests/flaky.js": 'flaky("now and then");\n' },
      steps: { "refactor-1": `${HONEST["refactor-1"]}\ntouch reports/flaky` },
    },
    errorCode: "FLAKY_SUITE",
    message: /now and then/,
    subjects: GREEN,
  },
  {
    name: "nothing to improve: no commit",
    project: { steps: { "refactor-1": HONEST.refactor! } },
    subjects: SHORT_SUBJECTS.filter((subject) => !subject.startsWith("refactor")),
  },
]);
