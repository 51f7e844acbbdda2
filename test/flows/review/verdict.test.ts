import { expect, test } from "bun:test";
import { exitGateReport } from "../../../lib/flows/review/exit-gate-report.ts";
import { reviewPrompt } from "../../../lib/flows/review/review-request.ts";
import { decide, parseVerdict, type Verdict } from "../../../lib/flows/review/verdict.ts";

test.each<[Verdict, readonly Verdict[]]>([
  ["NO-GO", []],
  ["GO", ["GO", "GO"]],
  ["GO-WITH-RESERVATIONS", ["GO", "GO-WITH-RESERVATIONS", "GO"]],
  ["NO-GO", ["GO-WITH-RESERVATIONS", "NO-GO", "GO"]],
])("%s of %p", (decision, verdicts) => {
  expect(decide(verdicts.map((verdict) => ({ scope: "qa", verdict, findings: [] })))).toBe(decision);
});

test("findings may be text; members come in one order, others are left out", () => {
  const given = { verdict: "GO", findings: ["plain", { message: "m", line: 3, extra: 1, file: "f" }], confidence: 2 };
  expect(JSON.stringify(parseVerdict(given, "qa", "x"))).toBe(
    '{"scope":"qa","verdict":"GO","findings":[{"message":"plain"},{"file":"f","line":3,"message":"m"}]}',
  );
});

test.each([
  [{ verdict: "go" }, "x: verdict: expected GO, GO-WITH-RESERVATIONS, NO-GO"],
  [{ verdict: "GO", findings: [{ file: "f" }] }, /^x: findings\.0/],
  ["GO", /^x: top: /],
])("%p is no verdict", (value, message) => expect(() => parseVerdict(value, "qa", "x")).toThrow(message));

test("the report", () => {
  const verdicts = [
    { scope: "security", verdict: "GO", findings: [] },
    {
      scope: "qa",
      verdict: "NO-GO",
      findings: [{ severity: "major", file: "src/a.ts", line: 3, message: "no test\n# for it" }, { message: "slow" }],
    },
  ] as const;
  const text = exitGateReport({
    taskId: "TASK-0049-0005-001",
    storyId: "story-0049-0005",
    decision: "NO-GO",
    verdicts,
    timestamp: "2026-01-01T00:00:00Z",
  });
  expect(text).toBe(`# Exit gate: TASK-0049-0005-001

**Story:** story-0049-0005
**Decision:** NO-GO
**Date:** 2026-01-01T00:00:00Z

| Scope | Verdict | Findings |
| :--- | :--- | :--- |
| security | GO | 0 |
| qa | NO-GO | 2 |

## qa

- **major**: no test # for it (\`src/a.ts:3\`)
- slow
`);
});

test("the prompt names scope, files and the form of the answer", () => {
  const prompt = reviewPrompt("qa", {
    taskId: "TASK-0049-0005-001",
    files: { task: "/t.md", plan: null, story: "/s.md" },
    context: ["/c.md"],
  });
  for (const part of ["qa specialist", "Task: /t.md", "Story: /s.md", "Read: /c.md", '{"verdict":"GO"']) expect(prompt).toContain(part);
  expect(prompt).not.toContain("Plan:");
});
