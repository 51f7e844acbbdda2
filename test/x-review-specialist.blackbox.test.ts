/** Every code and message of x-review-specialist (spec page 4), with scripted reviewers. */
import { expect, test } from "bun:test";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-review-specialist.ts";
import { blackBox, type Row } from "./harness/black-box.ts";
import { isRunning } from "./harness/processes.ts";
import { startScript } from "./harness/run-script.ts";
import { tree } from "./harness/tree.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const TASK = "TASK-0049-0005-001";
const FOLDER = ".aikittools/features/feature-0049";
const REPORT = `${FOLDER}/reviews/exit-gate-${TASK}.md`;
const NOW = { X_SKILLS_NOW: "1767225600" };

function gate(scope: string, ...more: string[]): string[] {
  return ["--story-id", "story-0049-0005", "--scope", scope, "--task-exit-gate", "--task-id", TASK, ...more];
}

function verdictFile(scope: string, verdict: string): Record<string, string> {
  return { [`${FOLDER}/reviews/exit-gate-${TASK}.${scope}.json`]: JSON.stringify({ verdict, findings: verdict === "GO" ? [] : ["f"] }) };
}

function report(decision: string, ...rows: string[]): string {
  const head = `# Exit gate: ${TASK}\n\n**Story:** story-0049-0005\n**Decision:** ${decision}\n**Date:** 2026-01-01T00:00:00Z\n`;
  return `${head}\n| Scope | Verdict | Findings |\n| :--- | :--- | :--- |\n${rows.join("\n")}\n`;
}

/** A reviewer that answers for each scope what the file `<scope>.answer` holds, and keeps what it was asked. */
const REVIEWER = {
  "reviewer.sh":
    'request=$(cat); scope=$(printf %s "$request" | sed "s/.* as its \\([a-z]*\\) specialist.*/\\1/")\nprintf %s "$request" > asked-$scope.json\ncat $scope.answer\n',
};
const FILES = { [`${FOLDER}/story-0049-0005.md`]: "# s\n", [`${FOLDER}/plans/task-${TASK}.md`]: "# t\n" };
const GO = '{"verdict":"GO","findings":[]}';

const rows: readonly Row[] = [
  {
    name: "from files: all go",
    files: { ...FILES, ...verdictFile("qa", "GO"), ...verdictFile("security", "GO") },
    args: gate("qa, Security,qa"),
    env: NOW,
    stdout: {
      decision: "GO",
      verdicts: [
        { scope: "qa", verdict: "GO", findings: [] },
        { scope: "security", verdict: "GO", findings: [] },
      ],
    },
    after: { [REPORT]: report("GO", "| qa | GO | 0 |", "| security | GO | 0 |") },
  },
  {
    name: "from files: the worst decides",
    files: { ...FILES, ...verdictFile("qa", "GO"), ...verdictFile("security", "GO-WITH-RESERVATIONS") },
    args: gate("qa,security"),
    stdout: {
      decision: "GO-WITH-RESERVATIONS",
      verdicts: [
        { scope: "qa", verdict: "GO", findings: [] },
        { scope: "security", verdict: "GO-WITH-RESERVATIONS", findings: [{ message: "f" }] },
      ],
    },
  },
  {
    name: "from files: no go is 1, with the envelope",
    files: { ...FILES, ...verdictFile("qa", "NO-GO"), ...verdictFile("security", "GO") },
    args: gate("qa,security"),
    code: 1,
    stdout: {
      decision: "NO-GO",
      verdicts: [
        { scope: "qa", verdict: "NO-GO", findings: [{ message: "f" }] },
        { scope: "security", verdict: "GO", findings: [] },
      ],
    },
    stderr: [`NO-GO from qa: see $CWD/${REPORT}`],
  },
  {
    name: "from files: one is not there yet",
    files: { ...FILES, ...verdictFile("qa", "GO") },
    args: gate("qa,security"),
    code: 75,
    stderr: [`Waiting for $CWD/${FOLDER}/reviews/exit-gate-${TASK}.security.json`],
    after: { [REPORT]: "absent" },
  },
  {
    name: "from files: broken",
    files: { ...FILES, [`${FOLDER}/reviews/exit-gate-${TASK}.qa.json`]: "{" },
    args: gate("qa"),
    code: 65,
    stderr: [`Cannot use $CWD/${FOLDER}/reviews/exit-gate-${TASK}.qa.json: not valid JSON`],
  },
  {
    name: "from files: no verdict in it",
    files: { ...FILES, [`${FOLDER}/reviews/exit-gate-${TASK}.qa.json`]: '{"verdict":"MAYBE"}' },
    args: gate("qa"),
    code: 65,
    stderr: [`Cannot use $CWD/${FOLDER}/reviews/exit-gate-${TASK}.qa.json: verdict: expected GO, GO-WITH-RESERVATIONS, NO-GO`],
  },
  {
    name: "from a worker: asked once for each scope",
    files: { ...FILES, ...REVIEWER, "qa.answer": `looks good\n${GO}\n`, "security.answer": GO },
    args: gate("qa,security", "--agent", "sh reviewer.sh"),
    env: NOW,
    stdout: {
      decision: "GO",
      verdicts: [
        { scope: "qa", verdict: "GO", findings: [] },
        { scope: "security", verdict: "GO", findings: [] },
      ],
    },
    stderr: ["reviewing qa with sh reviewer.sh", "reviewing security with sh reviewer.sh"],
    after: { [REPORT]: report("GO", "| qa | GO | 0 |", "| security | GO | 0 |") },
  },
  {
    name: "from the worker that the environment names: no go",
    files: { ...FILES, ...REVIEWER, "qa.answer": '{"verdict":"NO-GO","findings":[{"severity":"major","message":"no test"}]}' },
    args: gate("qa"),
    env: { X_SKILLS_AGENT: '["sh","reviewer.sh"]' },
    code: 1,
    stdout: { decision: "NO-GO", verdicts: [{ scope: "qa", verdict: "NO-GO", findings: [{ severity: "major", message: "no test" }] }] },
    stderr: ["reviewing qa with sh reviewer.sh", `NO-GO from qa: see $CWD/${REPORT}`],
  },
  {
    name: "from the worker of the settings",
    files: { ...FILES, ...REVIEWER, "qa.answer": GO, "x-skills.json": '{"agent":["sh","reviewer.sh"]}' },
    args: gate("qa", "--agent", "config"),
    stdout: { decision: "GO", verdicts: [{ scope: "qa", verdict: "GO", findings: [] }] },
    stderr: ["reviewing qa with sh reviewer.sh"],
  },
  {
    name: "the settings alone start nobody",
    files: { ...FILES, "x-skills.json": '{"agent":"echo bad > bad"}' },
    args: gate("qa"),
    code: 75,
    stderr: [`Waiting for $CWD/${FOLDER}/reviews/exit-gate-${TASK}.qa.json`],
    after: { bad: "absent" },
  },
  {
    name: "a worker that says no JSON",
    files: FILES,
    args: gate("qa", "--agent", "echo limit reached"),
    code: 2,
    stderr: [
      "reviewing qa with echo limit reached",
      "No verdict on qa: worker echo limit reached gave no line of JSON; it said: limit reached",
    ],
    after: { [REPORT]: "absent" },
  },
  {
    name: "a worker that says another JSON",
    files: FILES,
    args: gate("qa", "--agent", `["echo","{\\"ok\\":true}"]`),
    code: 2,
    stderr: /\nNo verdict on qa: worker echo \{"ok":true\}: verdict: [^\n]+\n$/,
  },
  {
    name: "a worker that fails",
    files: FILES,
    args: gate("qa", "--agent", "echo no >&2; exit 9"),
    code: 2,
    stderr: /\nNo verdict on qa: worker echo no >&2; exit 9 failed with exit status 9: no\n$/,
  },
  {
    name: "a worker that hangs is ended at the limit",
    files: { ...FILES, "x-skills.json": '{"timeouts":{"worker":1}}' },
    args: gate("qa", "--agent", "exec sleep 50"),
    code: 2,
    stderr: /\nNo verdict on qa: worker exec sleep 50 ran longer than 1s\n$/,
    withinMs: 8000,
  },
  { name: "no such feature", args: gate("qa"), code: 3, stderr: [`Feature dir not found: ${FOLDER}`] },
  {
    name: "another folder, a bug's ids",
    files: { "bugs/bug-000001/reviews/exit-gate-TASK-000001-01-001.qa.json": GO },
    args: [
      "--story-id=story-000001-01",
      "--scope=qa",
      "--task-exit-gate",
      "--task-id=task-000001-01-001",
      "--context-path=bugs/bug-000001",
    ],
    stdout: { decision: "GO", verdicts: [{ scope: "qa", verdict: "GO", findings: [] }] },
  },
  {
    name: "a bug's ids without its folder",
    args: ["--story-id=story-000001-01", "--scope=qa", "--task-exit-gate", "--task-id=TASK-000001-01-001"],
    code: 64,
    stderr: [`the ids of a bug need --context-path; ${USAGE}`],
  },
  {
    name: "a task of another story",
    args: gate("qa", "--feature-id", "1").with(1, "story-0049-0006"),
    code: 64,
    stderr: [`${TASK} does not belong to story-0049-0006; ${USAGE}`],
  },
  { name: "without --task-exit-gate", args: gate("qa").toSpliced(4, 1), code: 64, stderr: [USAGE] },
  { name: "no scope", args: gate(" ,"), code: 64, stderr: [`malformed --scope ' ,': expected names like security,qa; ${USAGE}`] },
  {
    name: "a scope that leaves the folder",
    args: gate("../x"),
    code: 64,
    stderr: [`malformed --scope '../x': expected names like security,qa; ${USAGE}`],
  },
  {
    name: "settings that are not there",
    files: FILES,
    args: gate("qa", "--config", "no.json"),
    code: 64,
    stderr: [`no such file: --config no.json; ${USAGE}`],
  },
  {
    name: "reports cannot be written",
    files: { ...FILES, [`${FOLDER}/reviews`]: "a file" },
    args: gate("qa", "--agent", `echo '${GO}'`),
    code: 74,
    stderr: /\nCannot create \S+\/reviews: [^\n]+\n$/,
  },
];

blackBox(run, rows);

test("the request names the task's files", async () => {
  using dir = tree({ ...FILES, ...REVIEWER, "qa.answer": GO });
  await using program = startScript(contract.name, gate("qa", "--agent", "sh reviewer.sh"), { cwd: dir.root });
  await program.outcome;
  const asked = JSON.parse(await Bun.file(dir.path("asked-qa.json")).text());
  expect(asked).toMatchObject({ kind: "review", taskId: TASK, attempt: 1, cwd: dir.root, allowedPaths: [], cycle: null });
  expect(asked.files).toEqual({
    task: dir.path(`${FOLDER}/plans/task-${TASK}.md`),
    plan: null,
    story: dir.path(`${FOLDER}/story-0049-0005.md`),
  });
});

test("a signal ends the worker with us", async () => {
  using dir = tree(FILES);
  await using program = startScript(contract.name, gate("qa", "--agent", "echo $$ > pid; exec sleep 60"), { cwd: dir.root });
  while (!(await Bun.file(dir.path("pid")).exists())) await Bun.sleep(20);
  await Bun.sleep(100);
  program.kill("SIGINT");
  const { stderr, code } = await program.outcome;
  expect(stderr).toEndWith("interrupted by signal 2\n");
  expect(code).toBe(130);
  expect(isRunning(await Bun.file(dir.path("pid")).text())).toBe(false);
});
