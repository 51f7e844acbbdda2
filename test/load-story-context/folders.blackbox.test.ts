/** Usage, folders, files and bugs (spec page 2); the vectors hold the rest. */
import { describe } from "bun:test";
import { synopsis } from "../../lib/cli/synopsis.ts";
import { contract, run } from "../../scripts/x-internal-load-story-context.ts";
import { blackBox, type Row } from "../harness/black-box.ts";
import { storyText } from "../story/story-text.ts";
import { ARGS, envelope, MTIME, NAMES, STORY, story } from "./expected-context.ts";

const USAGE = `usage: ${synopsis(contract)}\n`;

const usageRows: Row[] = [
  ["nothing", [], USAGE],
  ["no folder", ["--story-id", "story-0049-0011"], USAGE],
  ["no story", ["--context-path", "x"], USAGE],
  ["unknown flag", [...ARGS, "--write"], `unknown flag --write; ${USAGE}`],
  ["two ids", [...ARGS, "--epic-id", "0049"], `--feature-id and --epic-id exclude each other; ${USAGE}`],
  ["a path for an id", ["--story-id", "../x", "--feature-id", "1"], `malformed --story-id '../x': expected story-XXXX-YYYY; ${USAGE}`],
  [
    "a prototype's name",
    ["--story-id", "__proto__", "--feature-id", "1"],
    `malformed --story-id '__proto__': expected story-XXXX-YYYY; ${USAGE}`,
  ],
  [
    "five digits",
    ["--story-id", "story-0049-0011", "--feature-id", "00049"],
    `malformed --feature-id '00049': expected 1 to 4 digits; ${USAGE}`,
  ],
  [
    "an empty folder name",
    ["--story-id", "story-0049-0011", "--context-path="],
    `malformed --context-path '': expected a folder; ${USAGE}`,
  ],
  ["an empty done word", [...ARGS, "--done-status", " "], `malformed --done-status ' ': expected a word; ${USAGE}`],
  ["another freshness", [...ARGS, "--freshness", "ctime"], `malformed --freshness 'ctime': expected mtime or git; ${USAGE}`],
  ["a lock timeout in words", [...ARGS, "--lock-timeout", "soon"], `malformed --lock-timeout 'soon': expected seconds; ${USAGE}`],
  [
    "a bug's story without its folder",
    ["--story-id", "story-02-fix", "--feature-id", "1"],
    `malformed --story-id 'story-02-fix': expected story-XXXX-YYYY (that of a bug needs --context-path); ${USAGE}`,
  ],
].map(([name, args, stderr]) => ({ name, args, stderr, code: 64 }) as Row);

const folderRows: Row[] = [
  {
    name: "epic id",
    args: ["--story-id=STORY-0049-0011", "--epic-id=EPIC-49"],
    files: { "ai/epics/epic-0049/story-0049-0011.md": { text: storyText(), mtime: MTIME } },
    stdout: envelope({ storyFile: "$CWD/ai/epics/epic-0049/story-0049-0011.md" }),
  },
  {
    name: "folder wins over id",
    args: [...ARGS, "--context-path", "x//"],
    files: { "x/story-0049-0011.md": { text: storyText(), mtime: MTIME } },
    stdout: envelope({ storyFile: "$CWD/x/story-0049-0011.md" }),
  },
  {
    name: "-C",
    args: ["-C", "deep", ...ARGS],
    files: { [`deep/${STORY}`]: { text: storyText(), mtime: MTIME } },
    stdout: envelope({ storyFile: `$CWD/deep/${STORY}` }),
  },
  {
    name: "the folder is a file",
    args: ["--story-id", "story-0049-0011", "--context-path", "x/"],
    files: { x: "" },
    code: 3,
    stderr: "Feature dir not found: x\n",
  },
  {
    name: "no epic folder",
    args: ["--story-id", "story-0049-0011", "--epic-id", "7"],
    code: 3,
    stderr: "Feature dir not found: ai/epics/epic-0007\n",
  },
  { name: "the story is a folder", args: ARGS, files: { [STORY]: { dir: true } }, code: 1, stderr: `Story file not found: ${STORY}\n` },
  {
    name: "the story is a dangling link",
    args: ARGS,
    files: { [STORY]: { symlink: "gone.md" } },
    code: 1,
    stderr: `Story file not found: ${STORY}\n`,
  },
  {
    name: "the story is no text",
    args: ARGS,
    files: { [STORY]: new Uint8Array([35, 32, 255]) },
    code: 65,
    stderr: /^Cannot read .*story-0049-0011\.md: invalid UTF-8\n$/,
  },
  { name: "a replacement character is text", args: ARGS, files: story({ rules: "\uFFFD" }), stdout: envelope() },
  {
    name: "an empty story",
    args: ARGS,
    files: { [STORY]: { text: "", mtime: MTIME } },
    stdout: envelope({
      artifacts: { fresh: [], stale: [], missing: NAMES, missingPlanStory: true, missingPlanTasks: [] },
      taskCount: 0,
      scenarioCount: 0,
    }),
    stderr: ["warn: no dependencies section; dependencies is []"],
  },
];

const BUG = ".aikittools/bugs/bug-000001";
const bugText = (blockedBy: string) =>
  `# x\n\n**ID:** story-000001-02\n\n## 4. Critérios de Aceite\nCenario: a\n\n## 7. Dependências\n- **Blocked By:** ${blockedBy}\n\n## 8. Tasks\n| Task |\n| --- |\n| TASK-000001-02-001 |\n| - |\n`;
const bugRows: Row[] = [
  {
    name: "the long id means the file with that ID",
    args: ["--story-id", "story-000001-02", "--context-path", BUG],
    files: { [`${BUG}/story-02-fix.md`]: bugText("—"), [`${BUG}/story-02-other.md`]: "# x" },
    stdout:
      /"storyFile":"[^"]*story-02-fix\.md".*"missing":\["plan-story-02-fix\.md".*"missingPlanTasks":\["plan-task-TASK-000001-02-001\.md"\]\},"taskCount":2,"scenarioCount":1/,
  },
  {
    name: "the long id of no file",
    args: ["--story-id", "story-000001-03", "--context-path", BUG],
    files: { [`${BUG}/story-02-fix.md`]: bugText("—") },
    code: 1,
    stderr: `Story file not found: ${BUG}/story-000001-03.md\n`,
  },
  {
    name: "a blocker by its long id",
    args: ["--story-id", "story-02-fix", "--context-path", BUG],
    files: {
      [`${BUG}/story-02-fix.md`]: bugText("story-000001-01"),
      [`${BUG}/story-01-test.md`]: "# x",
      [`${BUG}/execution-state.json`]: '{"stories":{"story-01-test":{"status":"FAILED"}}}',
    },
    code: 2,
    stderr: "Blocker story-000001-01 is FAILED\n",
  },
];

describe("usage", () => blackBox(run, usageRows));
describe("folders and files", () => blackBox(run, folderRows));
describe("bugs", () => blackBox(run, bugRows));
