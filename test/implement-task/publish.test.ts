/** Push, pull request and CI watch: exactly for a worktree of its own, v2, without --no-ci-watch (page 6, Branches; page 4). On bun only. */
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { answer, barePath, check, ghCalls, withGitHub } from "./github.ts";
import { SHORT_SUBJECTS } from "./honest-steps.ts";
import { leftovers, subjects, taskBranch, taskState } from "./observed.ts";
import { THREE, THREE_STEPS } from "./planned-tasks.ts";
import { CALC, STORY } from "./planning.ts";
import type { Project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, type TaskRow, taskRows } from "./task-rows.ts";

const WORKTREE = [CALC.id, "--worktree"];
const kept = (box: Project) => existsSync(box.path("repo/.claude/worktrees/task-0049-0005-001"));
const pushed = (box: Project) => box.git(["for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads/feat"], "origin.git");

/** All is committed, the pull request is there, and its watch ends the task. */
function watched(name: string, errorCode: string, view: object | string, row: Partial<TaskRow> = {}): TaskRow {
  return {
    name,
    args: WORKTREE,
    before: (box) => {
      withGitHub(box);
      answer(box, view);
    },
    errorCode,
    subjects: SHORT_SUBJECTS,
    after: (box) => expect([kept(box), taskState(box).status]).toEqual([true, "FAILED"]),
    ...row,
  };
}

/** Nothing leaves this machine, and one line says which row of the table applied. */
function local(name: string, args: readonly string[], line: string, row: Partial<TaskRow> = {}): TaskRow {
  return {
    name,
    args,
    before: withGitHub,
    stderr: new RegExp(line),
    after: async (box) => expect([pushed(box), (await ghCalls(box)).filter((call) => call.startsWith("pr "))]).toEqual(["", []]),
    ...row,
  };
}

taskRows([
  {
    name: "pushed, opened, watched; the worktree is removed",
    args: WORKTREE,
    before: withGitHub,
    subjects: SHORT_SUBJECTS,
    changes: [],
    after: async (box, { last }) => {
      const branch = taskBranch(box);
      const sha = box.git(["rev-parse", branch]);
      expect(last).toMatchObject({ prNumber: 7, branchName: branch, commitSha: sha });
      expect([pushed(box), kept(box), leftovers(box)]).toEqual([`${branch} ${sha}`, false, []]);
      const [create] = (await ghCalls(box)).filter((call) => call.startsWith("pr create"));
      expect(create).toContain("--base=develop");
      expect(create).toContain(CALC.id);
      expect(taskState(box)).toMatchObject({ status: "DONE", commitSha: sha });
    },
  },
  watched("CI fails; mended, the same call watches again and opens nothing twice", "CI_FAILED", check("FAILURE"), {
    after: async (box) => {
      expect([kept(box), taskState(box).status]).toEqual([true, "FAILED"]);
      answer(box, check("SUCCESS"));
      const again = await runTask(box, { args: [CALC.id] });
      expectEnd(again, {});
      expect([again.last.prNumber, kept(box), subjects(box)]).toEqual([7, false, [...SHORT_SUBJECTS]]);
      expect((await ghCalls(box)).filter((call) => call.startsWith("pr create"))).toHaveLength(1);
    },
  }),
  watched("the pull request is closed", "PR_CLOSED", { state: "CLOSED", statusCheckRollup: [] }),
  watched("the pull request is not there", "PR_NOT_FOUND", "GraphQL: Could not resolve to a PullRequest with the number of 7.\n"),
  watched("CI does not end in time", "CI_TIMEOUT", check(null), {
    before: (box) => {
      withGitHub(box);
      answer(box, check(null));
      const record = {
        prNumber: 7,
        startedAt: "2025-12-31T20:00:00Z",
        lastPollAt: "2025-12-31T20:10:00Z",
        pollCount: 9,
        checksSnapshot: [],
        copilotReview: null,
        schemaVersion: "1.0",
      };
      box.write(`repo/.git/x-skills/runs/${CALC.id}/pr-watch.json`, JSON.stringify(record));
    },
  }),
  {
    name: "merged in the meantime: that goes on",
    args: WORKTREE,
    before: (box) => {
      withGitHub(box);
      answer(box, { state: "MERGED", statusCheckRollup: [] });
    },
    after: (box) => expect(taskState(box).status).toBe("DONE"),
  },
  watched(
    "the pull request cannot be opened",
    "PR_FAILED",
    {},
    {
      before: (box) => {
        withGitHub(box);
        box.write("bin/create.txt", "GraphQL: No commits between develop and feat\n");
      },
      message: /No commits between/,
    },
  ),
  watched(
    "the push is rejected",
    "PR_FAILED",
    {},
    {
      before: (box) => {
        withGitHub(box);
        box.write("origin.git/hooks/pre-receive", "#!/bin/sh\necho not on a Friday >&2; exit 1\n", 0o755);
      },
      message: /reject|Friday/i,
    },
  ),
  {
    name: "no remote: known before anything is done",
    args: WORKTREE,
    errorCode: "PRECONDITION_FAILED",
    message: /--no-ci-watch/,
    after: (box) => expect([box.calls(), box.git(["branch", "--format=%(refname:short)"])]).toEqual([[], "develop"]),
  },
  {
    name: "no gh: known before anything is done",
    args: WORKTREE,
    before: (box) => {
      withGitHub(box);
      box.write("bin/gh", "");
      Bun.spawnSync(["rm", box.path("bin/gh")]);
    },
    env: (box) => ({ PATH: barePath(box) }),
    errorCode: "PRECONDITION_FAILED",
    message: /gh.*--no-ci-watch/,
  },
  local("no --worktree", [CALC.id], "CI-Watch skipped: no --worktree"),
  local("--no-ci-watch", [...WORKTREE, "--no-ci-watch"], "CI-Watch skipped: --no-ci-watch"),
  local("schema v1", WORKTREE, "CI-Watch skipped: schema v1", { project: { schema: "v1" } }),
  local("--orchestrated", [CALC.id, "--orchestrated"], "CI-Watch delegated to parent orchestrator", {
    before: (box) => {
      withGitHub(box);
      box.git(["checkout", "-q", "-b", `feat/${STORY}`]);
    },
  }),
  {
    name: "a story: one push and one pull request at the end",
    project: { tasks: THREE, stepsOf: THREE_STEPS },
    args: [STORY, "--worktree"],
    before: withGitHub,
    after: async (box) => {
      expect(pushed(box)).toStartWith(`feat/${STORY} `);
      const calls = await ghCalls(box);
      expect(calls.filter((call) => call.startsWith("pr create"))).toHaveLength(1);
      expect(leftovers(box)).toEqual([]);
    },
  },
]);
