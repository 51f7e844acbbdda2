/** Every code and message of x-internal-verify-phase-gates (spec page 4), the state file after each run included. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-internal-verify-phase-gates.ts";
import { blackBox, type Row } from "./harness/black-box.ts";
import { runScript, startScript } from "./harness/run-script.ts";
import { tree } from "./harness/tree.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const NOW = { X_SKILLS_NOW: "1767225600" };
const TIME = "2026-01-01T00:00:00Z";
const STATE = "execution-state.json";
const SKILL = "x-implement-task";
const TASK = "TASK-0049-0005-001";

interface Want {
  readonly mode: string;
  readonly phase: string;
  readonly passed?: boolean;
  readonly expectedTasks?: readonly unknown[];
  readonly completedTasks?: readonly unknown[];
  readonly missingTasks?: readonly unknown[];
  readonly expectedArtifacts?: readonly string[];
  readonly missingArtifacts?: readonly string[];
  readonly note?: string;
}

/** The whole line, its keys in their order; only the time that the gate took is free. */
function envelope(want: Want): RegExp {
  const { mode, phase, passed = true, expectedTasks = [], completedTasks = [], missingTasks = [] } = want;
  const { expectedArtifacts = [], missingArtifacts = [], note } = want;
  const lists = { expectedTasks, completedTasks, missingTasks, expectedArtifacts, missingArtifacts };
  const line = JSON.stringify({ passed, mode, skill: SKILL, phase, ...lists, wallclockMs: 424242, timestamp: TIME, note });
  return new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace("424242", "\\d{1,5}")}\n$`);
}

function result(phase: string, mode: string, more: object = {}): object {
  return { phase, mode, passed: true, missingArtifacts: [], missingTasks: [], timestamp: TIME, skill: SKILL, ...more };
}

function tracking(parts: object): string {
  return JSON.stringify({ taskTracking: parts });
}

/** A row that starts with this state and ends with these results appended to it. */
function row(
  name: string,
  args: readonly string[],
  state: { readonly [key: string]: unknown },
  appended: readonly object[],
  rest: Partial<Row>,
): Row {
  const { phaseGateResults = [] } = state as { phaseGateResults?: readonly object[] };
  const after = { ...state, phaseGateResults: [...phaseGateResults, ...appended] };
  return {
    name,
    args: ["--skill", SKILL, ...args],
    env: NOW,
    files: { [STATE]: tracking(state), ...rest.files },
    after: { [STATE]: appended.length === 0 ? "unchanged" : tracking(after) },
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "files")),
  };
}

const INDEX = {
  taskIndex: [
    { id: 101, status: "completed" },
    { id: `${TASK}#2`, status: "completed" },
    { id: "103", status: "in_progress" },
    { id: "104", status: "pending" },
  ],
};

blackBox(run, [
  row("pre of phase 0", ["--mode", "pre", "--phase", "Phase-0-Setup"], {}, [result("Phase-0-Setup", "pre")], {
    stdout: envelope({ mode: "pre", phase: "Phase-0-Setup" }),
  }),
  row("mode in capitals", ["--mode=PRE", "--phase", "Phase 0"], {}, [result("Phase 0", "pre")], {
    stdout: envelope({ mode: "pre", phase: "Phase 0" }),
  }),
  row(
    "pre with a task",
    ["--mode=pre", "--phase=Phase-1", "--task-id", TASK.toLowerCase()],
    { phaseGateResults: [result("Phase-0", "post", { taskId: TASK })] },
    [result("Phase-1", "pre", { taskId: TASK })],
    { stdout: envelope({ mode: "pre", phase: "Phase-1" }) },
  ),
  row(
    "pre fails",
    ["--mode=pre", "--phase=Phase-2-TDD"],
    {},
    [result("Phase-2-TDD", "pre", { passed: false, missingTasks: ["Phase-0", "Phase-1"] })],
    {
      code: 12,
      stdout: envelope({ mode: "pre", phase: "Phase-2-TDD", passed: false, missingTasks: ["Phase-0", "Phase-1"] }),
      stderr: ["PHASE_GATE_FAILED — missing 2 task(s), 0 artifact(s)"],
    },
  ),
  row("post without lists", ["--mode=post", "--phase=Phase-1"], {}, [result("Phase-1", "post")], {
    stdout: envelope({ mode: "post", phase: "Phase-1" }),
  }),
  row(
    "post passes",
    ["--mode=post", "--phase=Phase-1", "--expected-tasks", `101,${TASK}#2`, "--expected-artifacts", "a b.md,dir"],
    INDEX,
    [result("Phase-1", "post")],
    {
      files: { "a b.md": "", dir: { dir: true } },
      stdout: envelope({
        mode: "post",
        phase: "Phase-1",
        expectedTasks: [101, `${TASK}#2`],
        completedTasks: [101, `${TASK}#2`],
        expectedArtifacts: ["a b.md", "dir"],
      }),
    },
  ),
  row(
    "final fails",
    ["--mode=final", "--phase=Phase-1", "--expected-tasks", "101,104,x", "--expected-artifacts", "a.md,b.md,"],
    INDEX,
    [result("Phase-1", "final", { passed: false, missingTasks: ["104", "x"], missingArtifacts: ["b.md"] })],
    {
      files: { "a.md": "" },
      code: 12,
      stdout: envelope({
        mode: "final",
        phase: "Phase-1",
        passed: false,
        expectedTasks: [101, 104, "x"],
        completedTasks: [101],
        missingTasks: [104, "x"],
        expectedArtifacts: ["a.md", "b.md"],
        missingArtifacts: ["b.md"],
      }),
      stderr: ["PHASE_GATE_FAILED — missing 2 task(s), 1 artifact(s)"],
    },
  ),
  row("wave passes", ["--mode=wave", "--phase=Phase-2", "--expected-tasks=101"], INDEX, [result("Phase-2", "wave")], {
    stdout: envelope({ mode: "wave", phase: "Phase-2", expectedTasks: [101], completedTasks: [101] }),
  }),
  row("disabled", ["--mode=wave", "--phase=Phase-2", "--expected-tasks=9"], { enabled: false }, [], {
    stdout: envelope({ mode: "wave", phase: "Phase-2", note: "taskTracking disabled (legacy mode)" }),
  }),

  row("pre takes no tasks", ["--mode=pre", "--phase=Phase-2", "--expected-tasks=1"], {}, [], {
    code: 13,
    stderr: ["PHASE_GATE_MALFORMED — --mode pre takes no --expected-tasks"],
  }),
  row("pre takes no artifacts", ["--mode=pre", "--phase=Phase-2", "--expected-artifacts=a"], {}, [], {
    code: 13,
    stderr: ["PHASE_GATE_MALFORMED — --mode pre takes no --expected-artifacts"],
  }),
  row("wave needs tasks", ["--mode=wave", "--phase=Phase-2", "--expected-tasks="], {}, [], {
    code: 13,
    stderr: ["PHASE_GATE_MALFORMED — --mode wave requires --expected-tasks"],
  }),
  row("in progress", ["--mode=post", "--phase=Phase-2", "--expected-tasks=101,103", "--timeout-s=0"], INDEX, [], {
    code: 14,
    stderr: ["PHASE_GATE_TIMEOUT — task 103 still in_progress after 0s"],
  }),
  row("in progress for a second", ["--mode=wave", "--phase=Phase-2", "--expected-tasks=103", "--timeout-s=1"], INDEX, [], {
    code: 14,
    stderr: ["PHASE_GATE_TIMEOUT — task 103 still in_progress after 1s"],
    withinMs: 4000,
  }),
  row("tracking is text", ["--mode=post", "--phase=Phase-2"], {}, [], {
    files: { [STATE]: '{"taskTracking":"on"}' },
    code: 13,
    stderr: ["STATE_UPDATE_FAILED — Path 'taskTracking.phaseGateResults' not found in schema"],
  }),
  {
    name: "tracking false",
    files: { [STATE]: '{"taskTracking":false}' },
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1"],
    env: NOW,
    stdout: envelope({ mode: "post", phase: "Phase-1", note: "taskTracking disabled (legacy mode)" }),
    after: { [STATE]: "unchanged", [`${STATE}.lock`]: "absent" },
  },
  {
    name: "state file is broken",
    files: { [STATE]: '{"a":' },
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1"],
    code: 13,
    stderr: /^STATE_UPDATE_FAILED — State file is not valid JSON: .*execution-state\.json:1:6: [^\n]*\n$/,
    after: { [STATE]: "unchanged" },
  },
  {
    name: "lock file is a folder",
    files: { [STATE]: "{}", [`${STATE}.lock`]: { dir: true } },
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1", "--state-file", STATE],
    code: 13,
    stderr: /^STATE_UPDATE_FAILED — Lock timeout on \S+\/execution-state\.json\.lock \(not a regular file\)\n$/,
    after: { [STATE]: "unchanged" },
  },
  {
    name: "no state file of that name",
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1", "--state-file", "none.json"],
    code: 13,
    stderr: ["STATE_FILE_AMBIGUOUS — State file not found: none.json"],
    after: { "none.json.lock": "absent" },
  },
  {
    name: "several state files",
    files: { "ai/epics/epic-0049/execution-state.json": "{}", ".aikittools/features/feature-0001/execution-state.json": "{}" },
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1"],
    code: 13,
    stderr: [
      "STATE_FILE_AMBIGUOUS — 2 state files found under $CWD: $CWD/.aikittools/features/feature-0001/execution-state.json, " +
        "$CWD/ai/epics/epic-0049/execution-state.json; name one with --state-file",
    ],
  },
  {
    name: "no state file anywhere",
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1"],
    code: 13,
    stderr: ["STATE_FILE_AMBIGUOUS — no execution-state.json found from $CWD upwards; name one with --state-file"],
  },
  {
    name: "the one below the features, seen from a subfolder",
    files: { ".aikittools/features/feature-0001/execution-state.json": "{}", "src/deep/file": "" },
    args: ["--mode", "post", "--skill", SKILL, "--phase", "Phase-1", "-C", "src/deep"],
    env: NOW,
    stdout: envelope({ mode: "post", phase: "Phase-1" }),
    after: { ".aikittools/features/feature-0001/execution-state.json": tracking({ phaseGateResults: [result("Phase-1", "post")] }) },
  },
  { name: "nothing given", args: [], code: 64, stderr: [USAGE] },
  {
    name: "unknown mode",
    args: ["--mode", "mid", "--skill", "s", "--phase", "Phase-1"],
    code: 64,
    stderr: [`malformed --mode 'mid': expected pre, post, wave or final; ${USAGE}`],
  },
  {
    name: "label without a number",
    args: ["--mode", "pre", "--skill", "s", "--phase", "Phase-Setup"],
    code: 64,
    stderr: [`malformed --phase 'Phase-Setup': expected Phase-<number> or Phase-<number>-<name>; ${USAGE}`],
  },
  { name: "unknown flag", args: ["--emit-tracker", "true"], code: 64, stderr: [`unknown flag --emit-tracker; ${USAGE}`] },
]);

test("a task that completes while the gate waits", async () => {
  using dir = tree({ [STATE]: tracking(INDEX) });
  const gate = runScript(contract.name, ["--mode=post", "--phase=Phase-2", "--skill", SKILL, "--expected-tasks=103"], { cwd: dir.root });
  await Bun.sleep(700);
  await Bun.write(dir.path(STATE), tracking(INDEX).replace("in_progress", "completed"));
  const { stdout, stderr, code } = await gate;
  expect(stderr).toBe("");
  expect(stdout).toContain('"passed":true');
  expect(code).toBe(0);
});

test("gates of many tasks at once are all recorded", async () => {
  using dir = tree({ [STATE]: "{}" });
  const args = (n: number) => ["--mode=post", `--phase=Phase-${n}`, "--skill", SKILL, "--state-file", STATE];
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => runScript(contract.name, args(n), { cwd: dir.root })));
  expect(outcomes.map(({ code }) => code)).toEqual(Array(8).fill(0));
  const state = JSON.parse(readFileSync(dir.path(STATE), "utf8"));
  expect(state.taskTracking.phaseGateResults.map(({ phase }: { phase: string }) => phase).sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `Phase-${n}`),
  );
});

test("a signal ends the wait", async () => {
  using dir = tree({ [STATE]: tracking(INDEX) });
  const words = ["--mode=post", "--phase=Phase-2", "--skill", SKILL, "--expected-tasks=103", "--timeout-s=60"];
  await using gate = startScript(contract.name, words, { cwd: dir.root });
  await Bun.sleep(1000);
  gate.kill("SIGTERM");
  expect(await gate.outcome).toEqual({ stdout: "", stderr: "interrupted by signal 15\n", code: 143 });
});
