import { describe, expect, test } from "bun:test";
import { assessScope } from "../../lib/story/scope.ts";

test.each([
  [0, "SIMPLE"],
  [4, "SIMPLE"],
  [5, "STANDARD"],
  [7, "STANDARD"],
  [8, "COMPLEX"],
  [10, "COMPLEX"],
] as const)("%d tasks are %s", (tasks, scope) => {
  expect(assessScope("# story\n", tasks)).toEqual({ scope, reasons: [] });
});

describe("COMPLEX", () => {
  const texts = [
    "compliance: pci-dss",
    "  - Compliance: lgpd # note",
    "* **compliance:** sox",
    "**COMPLIANCE**: hipaa",
    "a\r\ncompliance: gdpr\r\n",
    "```yaml\ncompliance: pci\n```",
    "compliance: none\ncompliance: pci",
    "run `alter  table users`",
    "CREATE\nTABLE x",
    "drop\ttable x",
    "ALTER x ADD\r\n  COLUMN y",
    "```sql\nadd column y int\n```",
  ];
  test.each(texts)("%j", (text) => {
    const verdict = assessScope(text, 0);
    expect([verdict.scope, verdict.reasons.length]).toEqual(["COMPLEX", 1]);
  });
});

describe("not COMPLEX", () => {
  const texts = [
    "compliance: none",
    "compliance: None # for now",
    "compliance:",
    "compliance:   # to do",
    'compliance: "none"',
    "**Compliance:** none",
    "- **TDD Compliance:** test first",
    "our compliance: high",
    "compliance-level: high",
    "> compliance: pci",
    "altertable",
    "ADD a COLUMN",
  ];
  test.each(texts)("%j", (text) => expect(assessScope(text, 0)).toEqual({ scope: "SIMPLE", reasons: [] }));
});

describe("endpoints", () => {
  test("three different ones are STANDARD", () => {
    expect(assessScope("- POST /a\n- `GET /a`, GET /b", 0)).toEqual({
      scope: "STANDARD",
      reasons: ["text has 3 or more REST endpoints: STANDARD"],
    });
  });

  const fewer = [
    "GET /a GET /a GET /a",
    "GET /a\nPOST /a",
    "get /a post /a put /a",
    "GET a POST b PUT c",
    "TARGET /a WIDGET /b BUDGET /c",
    "GET\n/a POST\n/b PUT\n/c",
    "GET /a, GET /a| GET /a)",
  ];
  test.each(fewer)("fewer: %j", (text) => expect(assessScope(text, 0).scope).toBe("SIMPLE"));

  test("never lower what the tasks give", () => {
    expect(assessScope("GET /a GET /b GET /c", 9).scope).toBe("COMPLEX");
    expect(assessScope("GET /a GET /b GET /c", 5).scope).toBe("STANDARD");
  });
});

test("every reason is given, also where one alone decides", () => {
  expect(assessScope("compliance: pci\ncreate  table x\nGET /a GET /b PATCH /c\n", 8).reasons).toEqual([
    "compliance is 'pci': COMPLEX",
    "text has CREATE TABLE: COMPLEX",
    "text has 3 or more REST endpoints: STANDARD",
  ]);
});
