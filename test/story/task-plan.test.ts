import { expect, test } from "bun:test";
import { readMapOrder } from "../../lib/story/task-map.ts";
import { orderWarnings, readPlanCycles } from "../../lib/story/task-plan.ts";
import { acceptanceOf, cyclesOfTask, readTestEntries } from "../../lib/story/task-tests-file.ts";
import { cutAtWord, slugOf } from "../../lib/story/task-title.ts";

const ID = "TASK-0007-0002-003";
const short = (text: string) => readPlanCycles(text).map(({ n, test: name, phase }) => `${n} ${phase}: ${name}`);

test.each([
  [
    "the canonical table",
    "## 2. Cycles\n\n| # | Phase | Test Name | Green Code Summary | Refactor Hint |\n| :--- | :--- | :--- | :--- | :--- |\n| 1 | Degenerate | `count_empty_isZero` | return 0 | None |\n| 2 | Scalar | `count_one_isOne` | count | extract |\n",
    ["1 Degenerate: count_empty_isZero", "2 Scalar: count_one_isOne"],
  ],
  [
    "Portuguese columns",
    "| # | Fase | Nome do teste | Verde | Refatoração |\n|---|---|---|---|---|\n| 1 | Degenerado | vazio | 0 | — |\n",
    ["1 Degenerado: vazio"],
  ],
  ["rows without a test", "| # | Phase | Test | Green |\n|---|---|---|---|\n| 1 | A | — | x |\n| 2 | Scalar | t | x |\n", ["1 Scalar: t"]],
  ["a table in code is none", "```\n| # | Phase | Test | Green |\n|---|---|---|---|\n| 1 | A | b | c |\n```\n", []],
  [
    "headings",
    "### Cycle 1 — Degenerate: empty text\n- **Red:** `count_empty_isZero` fails\n- **Green:** return 0\n- **Refactor:** none\n\n### 3.2 Ciclo 2\n**Phase:** Scalar\n**Test:** `count_one_isOne`\n**Green:** count\n",
    ["1 Degenerate: count_empty_isZero", "2 Scalar: count_one_isOne"],
  ],
  [
    "headings that say it all",
    "## Cycle 1: Degenerate - empty text is zero\n\n## Cycle 2: counts one word\n",
    ["1 Degenerate: empty text is zero", "2 : counts one word"],
  ],
  ["nothing", "# Plan\n\nSome words about cycles.\n", []],
])("plan: %s", (_, text, want) => {
  expect(short(text)).toEqual(want);
});

test("a cycle has what its green and refactor columns say", () => {
  const text = "| # | Phase | Test | Green | Refactor |\n|---|---|---|---|---|\n| 1 | Degenerate | `t` | return `0` | extract |\n";
  expect(readPlanCycles(text)).toEqual([{ n: 1, test: "t", phase: "Degenerate", green: "return 0", refactor: "extract" }]);
});

test.each([
  [["Degenerate", "Degenerate", "Constant", "Scalar", "Edge case", "Collection"], []],
  [["Scalar", "Conditional"], ["cycle 1 is Scalar, not Degenerate"]],
  [["", "Scalar"], ["cycle 1 is of no phase, not Degenerate"]],
  [["Degenerate", "Collection", "Constant"], ["TPP order: cycle 3 (Constant) comes after cycle 2 (Collection)"]],
  [["Degenerado", "Condicional", "Coleção"], []],
])("order of %p", (phases, want) => {
  expect(orderWarnings(phases.map((phase, i) => ({ n: i + 1, test: "t", phase, green: "", refactor: "" })))).toEqual(want);
});

const TESTS = `# Tests

### AT-1: words are counted end to end
Covers ${ID}.

### AT-2: another story's business

#### UT-1: Empty text
| Field | Value |
| --- | --- |
| **TPP Level** | 1 (degenerate, nothing to count) |
| **Depends On** | ${ID} |
| **Test name** | \`count_empty_isZero\` |

#### UT-2: One word
Depends on TASK-0007-0002-001.

- UT-3: \`count_one_isOne\` (${ID}), Level 3: Scalar
- **UT-4** — many words (${ID})
| UT-5 | \`count_tabs\` | ${ID} |
UT-6 depends on ${ID}, in a sentence.
- UT-30: not this one (TASK-0007-0002-0031)
`;

test("the cycles of a first-schema task are the UT-N entries that name it", () => {
  expect(cyclesOfTask(TESTS, ID).map(({ n, test: name, phase }) => `${n} ${phase}: ${name}`)).toEqual([
    "1 Degenerate: count_empty_isZero",
    "2 Scalar: count_one_isOne",
    "3 : many words",
    "4 : count_tabs",
  ]);
});

test("acceptance tests: all of the plan, and those of the tests file that name the task", () => {
  expect(acceptanceOf("", TESTS, ID).map(({ id }) => id)).toEqual(["AT-1"]);
  const plan = "- AT-7: `counts_all`\n";
  expect(acceptanceOf(plan, TESTS, ID).map(({ id, test: name }) => [id, name])).toEqual([
    ["AT-7", "counts_all"],
    ["AT-1", undefined],
  ]);
});

test("each number counts once", () => {
  expect(readTestEntries("- UT-1: a\n- UT-1: b\n", "UT").map(({ title }) => title)).toEqual(["a"]);
});

test.each([
  [
    "waves",
    "| Wave | Tasks (parallelisable) | Blocks |\n|---|---|---|\n| 1 | TASK-0007-0002-002 | TASK-0007-0002-001 |\n| 2 | (TASK-0007-0002-001, TASK-0007-0002-003) | — |\n",
    ["002", "001", "003"],
  ],
  ["no table", "1. TASK-0007-0002-003\n2. TASK-0007-0002-001, then TASK-0007-0002-003\n", ["003", "001"]],
  ["nothing", "# Map\n", []],
])("map order: %s", (_, text, want) => {
  expect(readMapOrder(text).map((id) => id.slice(-3))).toEqual(want);
});

test.each([
  ["short", 10, "short"],
  ["exactly ten", 11, "exactly ten"],
  ["one two three", 8, "one two"],
  ["one two, three", 9, "one two"],
  ["unbreakable", 5, "unbre"],
  ["a\n b", 10, "a b"],
])("%p cut to %p is %p", (text, longest, want) => {
  expect(cutAtWord(text, longest)).toBe(want);
});

test.each([
  ["Count the words", "count-the-words"],
  ["Criar ação: não é fácil!", "criar-acao-nao-e-facil"],
  ["--force; rm -rf", "force-rm-rf"],
  ["数える", "work"],
  [`${"word ".repeat(30)}`, "word-word-word-word-word-word-word-word-word"],
])("%p becomes the slug %p", (text, want) => {
  expect(slugOf(text)).toBe(want);
});
