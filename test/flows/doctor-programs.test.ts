/** What x-doctor says of programs that are missing, old, or do not say what they are; and how it lists many things. */
import { expect, test } from "bun:test";
import { checkPrograms } from "../../lib/flows/doctor/check-programs.ts";
import { listed } from "../../lib/flows/doctor/finding.ts";
import { strangeStatuses } from "../../lib/flows/doctor/known-statuses.ts";
import { labelOf } from "../../lib/flows/doctor/patient.ts";
import { parseText } from "../../lib/state/json-document.ts";
import { tree } from "../harness/tree.ts";

const says = (text: string) => ({ text: `#!/bin/sh\necho '${text}'\n`, mode: 0o755 });

test.each([
  ["all is well", { git: says("git version 2.47.3"), gh: says("gh version 2.90.0 (2026-01-01)") }, "git 2.47.3, gh 2.90.0", []],
  ["none is there", {}, "", ["problem: git is not on PATH", "note: gh is not on PATH"]],
  ["git is old", { git: says("git version 2.35.9"), gh: says("gh version 2.0") }, "git 2.35.9, gh 2.0", ["problem: git 2.35.9 is too old"]],
  ["git is very old", { git: says("git version 1.9"), gh: says("gh version 2.0") }, "git 1.9, gh 2.0", ["problem: git 1.9 is too old"]],
  ["gh does not say", { git: says("git version 3.0.0"), gh: says("hello") }, "git 3.0.0, gh ?", []],
])("%s", async (_, programs, facts, findings) => {
  using dir = tree(Object.fromEntries(Object.entries(programs).map(([name, entry]) => [`bin/${name}`, entry])));
  const result = await checkPrograms({ cwd: dir.root, env: { PATH: dir.path("bin") }, signal: new AbortController().signal });
  expect(result.facts).toBe(facts);
  expect(result.findings.map(({ level, message }) => `${level}: ${message.split(":")[0]}`)).toEqual(findings);
});

test("the first few, and how many more", () => {
  expect([listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b", "c", "d"]), listed(["a", "b"], 1)]).toEqual([
    "a",
    "a, b, c",
    "a, b, c and 1 more",
    "a and 1 more",
  ]);
});

test("statuses that are no text, or none that a skill knows, the most frequent first", () => {
  const tracked = '"taskTracking":{"taskIndex":[{"status":"SUCCESS"},{"status":7},{}]}';
  const document = parseText(`{"stories":{"a":{"status":"SUCCESS"},"b":{"status":null},"c":{}},${tracked}}`, "x");
  expect(strangeStatuses(document)).toEqual(["'SUCCESS' (2)", "null (1)", "7 (1)", "none (1)"]);
});

test("a path is named from the base, where it is below it", () => {
  const patient = { base: "/repo" } as Parameters<typeof labelOf>[0];
  expect(["/repo", "/repo/a/b", "/elsewhere/a"].map((path) => labelOf(patient, path))).toEqual([".", "a/b", "/elsewhere/a"]);
});
