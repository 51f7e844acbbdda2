import { expect, test } from "bun:test";
import { listValue, readFrontMatter } from "../../lib/story/front-matter.ts";
import { unmetDependency } from "../../lib/story/task-dependencies.ts";
import { readTaskFile } from "../../lib/story/task-file.ts";
import { checkTaskFile, schemaOf } from "../../lib/story/task-schema.ts";

const ID = "TASK-0007-0002-003";
const PARTS = {
  front: "---\ntask-type: implementation\nexpects-reviews: [security, qa]\ncapabilities:\n  - java\n  - rest # both\n---\n",
  head: `# Task: Count the words\n\n**ID:** ${ID}\n**Story:** story-0007-0002\n**Status:** Pendente\n`,
  inputs: "## 2. Contratos I/O\n\n### 2.1 Inputs\n- a text\n",
  outputs:
    "### 2.2 Outputs\n- `src/words.ts` exists\n- `Words.count(text)` counts\n- `WordsTest.count_empty_isZero` passes\n- `make test` build green\n- words are counted well\n",
  testability: `### 2.3 Testabilidade\n- [x] Independentemente testável\n- [ ] Requer mock de TASK-0007-0002-001\n- [ ] Coalescível com TASK-XXXX-YYYY-NNN\n`,
  done: `## 3. Definition of Done\n${"- [ ] item\n".repeat(6)}`,
  dependencies:
    "## 4. Dependências\n\n| Depends on | Relação | Pode mockar? |\n| :--- | :--- | :--- |\n| TASK-0007-0002-001 | data | Sim |\n| `TASK-0007-0002-002` | data | não |\n",
};
const file = (parts: Partial<typeof PARTS> = {}) => Object.values({ ...PARTS, ...parts }).join("\n");
const findings = (parts: Partial<typeof PARTS>) => checkTaskFile(readTaskFile(file(parts)), ID);

test("a task file is read by the titles of its sections", () => {
  const task = readTaskFile(file());
  expect(task).toMatchObject({
    id: ID,
    story: "story-0007-0002",
    status: "Pendente",
    title: "Count the words",
    hasInputs: true,
    testability: { kind: "independent" },
    doneItems: 6,
    dependencies: [
      { id: "TASK-0007-0002-001", isMockable: true },
      { id: "TASK-0007-0002-002", isMockable: false },
    ],
    type: "implementation",
    expectsReviews: ["security", "qa"],
    capabilities: ["java", "rest"],
  });
  expect(task.outputs.map(({ checks }) => checks)).toEqual([
    [{ kind: "file", path: "src/words.ts" }],
    [{ kind: "text", strings: ["Words", "count"] }],
    [{ kind: "test", name: "count_empty_isZero" }],
    [{ kind: "build" }],
    [],
  ]);
  expect(checkTaskFile(task, ID)).toEqual({ violations: [], warnings: [] });
});

test("the same in English, without numbers, with Windows line ends and a byte order mark", () => {
  const text = file({
    testability: `### Testability\n* [ ] Independently testable\n* [X] Needs mock of ${ID.replace(/3$/, "1")}\n`,
    dependencies: "## Dependencies\n\nDepends on | mockable?\n--- | ---\ntask-0007-0002-001 | yes\n",
  })
    .replaceAll("## 2. ", "## ")
    .replaceAll("### 2.1 ", "### ");
  const task = readTaskFile(`\ufeff${text.replaceAll("\n", "\r\n")}`);
  expect(task.testability).toEqual({ kind: "needs-mock", tasks: ["TASK-0007-0002-001"] });
  expect(task.dependencies).toEqual([{ id: "TASK-0007-0002-001", isMockable: true }]);
  expect(task.expectsReviews).toEqual(["security", "qa"]);
  expect(checkTaskFile(task, ID).violations).toEqual([]);
});

test.each<[string, Partial<typeof PARTS>, string]>([
  ["no id", { head: "# Task: x\n**Status:** Pendente\n**Story:** story-0007-0002\n" }, "TF-SCHEMA-001: no **ID:** line"],
  [
    "another id",
    { head: PARTS.head.replace(ID, "TASK-0007-0002-009") },
    `TF-SCHEMA-001: **ID:** is TASK-0007-0002-009, the file is of ${ID}`,
  ],
  ["no status", { head: PARTS.head.replace("**Status:** Pendente", "") }, "TF-SCHEMA-002: no **Status:** line"],
  [
    "a status only in code",
    { head: PARTS.head.replace("**Status:** Pendente", "```\n**Status:** Pendente\n```") },
    "TF-SCHEMA-002: no **Status:** line",
  ],
  ["unknown status", { head: PARTS.head.replace("Pendente", "Maybe") }, "TF-SCHEMA-002: unknown status 'Maybe'"],
  ["no testability", { testability: "" }, "TF-SCHEMA-003: no Testability section"],
  [
    "nothing checked",
    { testability: "### 2.3 Testabilidade\n- [ ] Independentemente testável\n" },
    "TF-SCHEMA-003: exactly one Testability line is to be checked, not 0",
  ],
  [
    "two checked",
    { testability: "### 2.3 Testabilidade\n- [x] Independentemente testável\n- [x] Requer mock de X\n" },
    "TF-SCHEMA-003: exactly one Testability line is to be checked, not 2",
  ],
  [
    "something else checked",
    { testability: "### 2.3 Testabilidade\n- [x] Talvez\n" },
    "TF-SCHEMA-003: Testability 'Talvez' is none of independent, needs mock of, coalesces with",
  ],
  ["no outputs", { outputs: "" }, "TF-SCHEMA-004: the Outputs section is missing or empty"],
  ["empty outputs", { outputs: "### 2.2 Outputs\n\n—\n" }, "TF-SCHEMA-004: the Outputs section is missing or empty"],
])("violation: %s", (_, parts, want) => {
  expect(findings(parts).violations).toEqual([want]);
});

test.each<[string, Partial<typeof PARTS>, string]>([
  ["short definition of done", { done: "## DoD\n- [ ] one\n" }, "TF-SCHEMA-005: 1 of at least 6 items in the Definition of Done"],
  [
    "coalesced",
    { testability: "### 2.3 Testability\n- [x] Coalesces with TASK-0007-0002-004\n" },
    "coalesces with TASK-0007-0002-004; treated as independent",
  ],
  ["no inputs", { inputs: "" }, "no Inputs section"],
  [
    "another story",
    { head: PARTS.head.replace("story-0007-0002", "story-0007-0009") },
    "**Story:** is story-0007-0009, the task belongs to story-0007-0002",
  ],
])("warning: %s", (_, parts, want) => {
  expect(findings(parts)).toEqual({ violations: [], warnings: [want] });
});

test.each<[string, string[], string, string | undefined]>([
  ["all done", ["TASK-0007-0002-001", "TASK-0007-0002-002"], "- [x] Independent", undefined],
  ["one not done", ["TASK-0007-0002-001"], "- [x] Independent", "TASK-0007-0002-002"],
  ["mockable, but the task asks for no mock", ["TASK-0007-0002-002"], "- [x] Independent", "TASK-0007-0002-001"],
  ["mockable and mocked", ["TASK-0007-0002-002"], "- [x] Needs mock of TASK-0007-0002-001", undefined],
  ["mocks another one", ["TASK-0007-0002-002"], "- [x] Needs mock of TASK-0007-0002-002", "TASK-0007-0002-001"],
  ["mocked, but not mockable", ["TASK-0007-0002-001"], "- [x] Needs mock of TASK-0007-0002-002", "TASK-0007-0002-002"],
])("dependencies: %s", (_, done, checked, want) => {
  const task = readTaskFile(file({ testability: `### Testability\n${checked}\n` }));
  if ("problem" in task.testability) throw new Error(task.testability.problem);
  expect(unmetDependency(task.dependencies, task.testability, (id) => done.includes(id))).toBe(want);
});

test.each([
  ["no dependencies", "## 4. Dependências\n\n| Depends on | Relação | Pode mockar? |\n| --- | --- | --- |\n| — | — | — |\n"],
  ["a dash", "## 4. Dependências\n\n—\n"],
  ["no section", ""],
])("%s", (_, dependencies) => {
  expect(readTaskFile(file({ dependencies })).dependencies).toEqual([]);
});

test.each([
  ["none", "# no block\n", []],
  ["never closed", "---\nexpects-reviews: a\n", []],
  ["a comma list", "---\nexpects-reviews: a, b\n---\n", ["a", "b"]],
  ["quoted", `---\nexpects-reviews: ["a", 'b']\n---\n`, ["a", "b"]],
  ["null", "---\nexpects-reviews: null\n---\n", []],
  ["empty list", "---\nexpects-reviews: []\n---\n", []],
])("front matter: %s", (_, text, want) => {
  expect(listValue(readFrontMatter(text), "expects-reviews")).toEqual(want);
});

test.each([
  [undefined, "v1"],
  ["1.0", "v1"],
  ["2.0", "v2"],
  ["2", "v1"],
  ["3.0", "v1"],
] as const)("planningSchemaVersion %p is %s", (version, want) => {
  expect(schemaOf(version)).toBe(want);
});

test.each([
  ["- class Greeter has method greet", [["Greeter"], ["greet"]]],
  ["- src/a.ts exists, and `ls` shows it", "src/a.ts"],
  ["- a list without code, in prose", []],
  ["* `Words::count` is public", [["Words", "count"]]],
  ["1. `grep -c x src/a.ts` prints 3", []],
])("output %p", (line, want) => {
  const [output] = readTaskFile(`### Outputs\n${line}\n`).outputs;
  const checks = typeof want === "string" ? [{ kind: "file", path: want }] : want.map((strings) => ({ kind: "text", strings }));
  expect(output?.checks).toEqual(checks as NonNullable<typeof output>["checks"]);
});
