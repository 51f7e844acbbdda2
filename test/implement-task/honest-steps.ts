/** What an honest worker does in each step, as lines for sh that may run twice: files are written whole. */

/** Scripts by step: `red-1`, `green-2`, `refactor` for any cycle, `red-1.2` for the second attempt only. */
export type Steps = Readonly<Record<string, string>>;

/** Shell that writes `text` to `path`. */
export function put(path: string, text: string): string {
  return `cat > ${path} <<'END'\n${text}\nEND`;
}

const TESTS = `test("zero is there", zero);\ntest("adds", add);`;
const SOURCE = "export const zero = 0;\nexport const add = (a, b) => a + b;";
const NOTHING = `echo '{"summary":"nothing to improve","noChange":true}'`;

/** The task `CALC`: its first test does not load, its second one fails; one of its refactorings changes something. */
export const HONEST: Steps = {
  "red-1": put("tests/sub.js", 'import "../src/sub.js";\ntest("subtracts", sub);'),
  "green-1": put("src/sub.js", "export const sub = (a, b) => a - b;"),
  "refactor-1": put("src/sub.js", "// The difference.\nexport const sub = (a, b) => a - b;"),
  "red-2": put("tests/calc.js", `${TESTS}\ntest("doubles", twice);`),
  "green-2": put("src/calc.js", `${SOURCE}\nexport const twice = (a) => 2 * a;`),
  refactor: NOTHING,
};

/** The subjects of its commits, first to last. */
export const HONEST_SUBJECTS: readonly string[] = [
  "test(TASK-0049-0005-001): add failing test UT-1 (RED)",
  "feat(TASK-0049-0005-001): implement UT-1 (GREEN)",
  "refactor(TASK-0049-0005-001): improve UT-1",
  "test(TASK-0049-0005-001): add failing test UT-2 (RED)",
  "feat(TASK-0049-0005-001): implement UT-2 (GREEN)",
  "feat(TASK-0049-0005-001): implement Subtract and double",
];

/** The subjects of the task `SHORT`. */
export const SHORT_SUBJECTS: readonly string[] = HONEST_SUBJECTS.filter((subject) => !subject.includes("UT-2"));

/** Steps of another task with one cycle: its test, and the symbol that makes it pass, each in a file of its own. */
export function oneCycle(name: string): Steps {
  return {
    "red-1": put(`tests/${name}.js`, `test("${name} is there", ${name});`),
    "green-1": put(`src/${name}.js`, `export const ${name} = 1;`),
    "refactor-1": NOTHING,
  };
}
