import { expect, test } from "bun:test";
import { finalBody, finalCommit, stepCommit } from "../../../lib/flows/task/commit-texts.ts";
import { decisionFiles } from "../../../lib/flows/task/decision-files.ts";

test.each([
  ["red", "test", "add failing test UT-3 (RED)"],
  ["green", "feat", "implement UT-3 (GREEN)"],
  ["refactor", "refactor", "improve UT-3"],
  ["coverage", "test", "cover missing lines"],
] as const)("the commit of %s", (step, type, subject) => {
  expect(stepCommit(step, 3)).toEqual({ type, subject });
});

test.each([
  ["Count the words", "implement Count the words"],
  ["Count the words.", "implement Count the words"],
  [
    "Count all of the words of a text that may be very long, in linear time and without copies",
    "implement Count all of the words of a text that may be very long, in",
  ],
])("the final commit of %p", (title, subject) => {
  expect(finalCommit(title)).toEqual({ type: "feat", subject });
  expect(subject.length).toBeLessThanOrEqual(72);
});

test("the final commit's body has a line a cycle and the change of status", () => {
  const cycles = [
    { n: 1, test: "count_empty", phase: "Degenerate" },
    { n: 2, test: "count\none", phase: "" },
  ];
  const status = { from: "Em Andamento", to: "Concluída" };
  expect(finalBody(cycles, status)).toBe("UT-1 (Degenerate): count_empty\nUT-2: count one\n\nStatus: Em Andamento -> Concluída");
  expect(finalBody(cycles)).toBe("UT-1 (Degenerate): count_empty\nUT-2: count one");
  expect(finalBody([], status)).toBe("Status: Em Andamento -> Concluída");
});

test("files of the decisions are those of their sections, linked, in code or bare", () => {
  const text = `# Decisions
See \`docs/other.md\`.

## 3. Patterns e Knowledge Obrigatórios
- [layers](../patterns/layers.md#top)
- \`src/knowledge/ports.md\` and \`Repository\`
- docs/knowledge/errors.md, read it
- https://example.com/x.md
- docs/knowledge/errors.md

### Patterns e Knowledge Obrigatorios (dados)
| file | why |
| --- | --- |
| docs/knowledge/sql.md | queries |

## Patterns
- docs/no.md
`;
  expect(decisionFiles(text)).toEqual([
    "../patterns/layers.md",
    "src/knowledge/ports.md",
    "docs/knowledge/errors.md",
    "docs/knowledge/sql.md",
  ]);
});
