import { describe, expect, test } from "bun:test";
import { type ResumeInput, resumeReport } from "../../lib/story/resume-point.ts";
import { classifier } from "../../lib/story/status-words.ts";

const NON_CONTIGUOUS = "non-contiguous DONE tasks detected; resume point computed from first non-DONE position";

function report(node: unknown, more: Partial<ResumeInput> = {}) {
  const tasks = (node as { tasks?: unknown })?.tasks;
  return resumeReport({
    storyId: "S",
    node,
    taskOrder: typeof tasks === "object" && tasks !== null ? Object.keys(tasks) : [],
    storyMtime: undefined,
    classify: classifier(),
    parseTimestamp: (text) => (text === "" ? undefined : Number(text)),
    ...more,
  });
}

/** A story with tasks t1, t2, … of these statuses. */
function story(statuses: string, status = "IN_PROGRESS") {
  const words = { D: "DONE", P: "PENDING", I: "IN_PROGRESS", M: "PR_MERGED" } as const;
  const tasks = [...statuses].map((letter, i) => [`t${i + 1}`, { status: words[letter as "D"] }]);
  return { status, tasks: Object.fromEntries(tasks) };
}

describe("resume point", () => {
  const table: [string, string, string[]][] = [
    ["DDPP", "phase-2-task-3", []],
    ["DPDP", "phase-2-task-2", [NON_CONTIGUOUS]],
    ["PDDP", "phase-2-task-1", [NON_CONTIGUOUS]],
    ["DDDD", "all-done", []],
    ["PPPP", "fresh-start", []],
    ["", "fresh-start", []],
    ["IPP", "fresh-start", []],
    ["DMP", "phase-2-task-2", []],
  ];
  test.each(table)("%s", (statuses, point, warnings) => {
    const got = report(story(statuses));
    expect([got.envelope.resumePoint, got.warnings]).toEqual([point, warnings]);
  });
});

describe("tasks", () => {
  const table: [string, unknown, boolean, string[]][] = [
    ["no status", {}, false, []],
    ["an unknown word", { status: "SUCCESS" }, false, ["unknown status 'SUCCESS' for task t; treated as PENDING"]],
    ["a number", { status: 3 }, false, ["unknown status '3' for task t; treated as PENDING"]],
    ["a boolean", { status: true }, false, ["unknown status 'true' for task t; treated as PENDING"]],
    ["null", { status: null }, false, ["unknown status 'null' for task t; treated as PENDING"]],
    ["a word in lower case", { status: "concluída" }, true, []],
    ["a word with more after it", { status: "Done (mostly)" }, false, ["unknown status 'Done (mostly)' for task t; treated as PENDING"]],
    ["a string", "DONE", false, ["task t is not an object; treated as PENDING"]],
    ["nothing", null, false, ["task t is not an object; treated as PENDING"]],
    ["a list", [], false, ["task t is not an object; treated as PENDING"]],
  ];
  test.each(table)("%s", (_, task, isDone, warnings) => {
    const got = report({ tasks: { t: task } });
    expect([got.envelope.tasksPending, got.warnings]).toEqual([isDone ? [] : ["t"], warnings]);
  });

  test("further done words", () => {
    expect(report({ tasks: { t: { status: "success" } } }, { classify: classifier(["SUCCESS"]) }).envelope.resumePoint).toBe("all-done");
  });

  test("keep the order they are given in", () => {
    const tasks = { b: { status: "DONE", commitSha: "1" }, 2: { status: "DONE", commitSha: "2" }, a: {} };
    const { envelope } = report({ tasks }, { taskOrder: ["b", "2", "a"] });
    expect(envelope).toEqual({
      resumePoint: "phase-2-task-3",
      tasksCompleted: [
        { id: "b", commitSha: "1" },
        { id: "2", commitSha: "2" },
      ],
      tasksPending: ["a"],
      lastCommitSha: "2",
      staleWarnings: [],
    });
  });
});

describe("commits", () => {
  test.each([undefined, null, "", 7, {}])("a commitSha of %p is null", (commitSha) => {
    const { envelope } = report({ tasks: { a: { status: "DONE", commitSha: "x" }, b: { status: "DONE", commitSha } } });
    expect([envelope.tasksCompleted[1]?.commitSha, envelope.lastCommitSha]).toEqual([null, null]);
  });
});

describe("stale", () => {
  const done = (completedAt: unknown) => ({ tasks: { t: { status: "DONE", completedAt } } });
  const stale = (completedAt: unknown, storyMtime: number | undefined) => report(done(completedAt), { storyMtime }).envelope.staleWarnings;

  test("when the task was done before the story's second", () => {
    expect(stale("99", 100)).toEqual(["Story file modified after task t DONE"]);
    expect(stale("100", 100)).toEqual([]);
    expect(stale("101", 100)).toEqual([]);
  });

  test("never without both times", () => {
    expect([stale("99", undefined), stale("", 100), stale(undefined, 100), stale(5, 100)]).toEqual([[], [], [], []]);
  });

  test("never for a task that is not done", () => {
    expect(report({ tasks: { t: { status: "FAILED", completedAt: "1" } } }, { storyMtime: 100 }).envelope.staleWarnings).toEqual([]);
  });
});

describe("nodes of the wrong kind", () => {
  const table: [string, unknown, string[]][] = [
    ["no tasks", { status: "PENDING" }, []],
    ["tasks is a list", { tasks: [{ status: "DONE" }] }, ["tasks of story S is not an object; it has no tasks"]],
    ["tasks is a word", { tasks: "DONE" }, ["tasks of story S is not an object; it has no tasks"]],
    ["tasks is null", { tasks: null }, ["tasks of story S is not an object; it has no tasks"]],
    ["the story is a word", "PENDING", ["story S is not an object; it has no tasks"]],
    ["the story is a list", [], ["story S is not an object; it has no tasks"]],
    ["the story is done and has no done task", { status: "Done", tasks: { t: {} } }, ["story S is Done but has no done task"]],
    ["the story is done and has no task", { status: "DONE" }, ["story S is DONE but has no done task"]],
  ];
  test.each(table)("%s", (_, node, warnings) => {
    const got = report(node);
    expect([got.envelope.resumePoint, got.warnings]).toEqual(["fresh-start", warnings]);
  });
});
