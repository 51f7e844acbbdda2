/**
 * Our conformance suite for state files: what is JSON (`y_`), what is not (`n_`), what is left to the reader (`i_`). Accepted, an edit of
 * the status leaves all other bytes; refused, the problem names its place and the file stays. In memory, then as files, on each runtime.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { DataError } from "../../lib/errors.ts";
import { putValue } from "../../lib/state/edit.ts";
import { parseDocument } from "../../lib/state/json-document.ts";
import { runScript } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";
import { ACCEPTED } from "./json-suite/accepted.ts";
import { DEFINED } from "./json-suite/implementation-defined.ts";
import { REFUSED } from "./json-suite/refused.ts";

interface Row {
  readonly name: string;
  readonly before: Buffer;
  /** The bytes after the edit, or why there is none. */
  readonly want: { readonly after: Buffer } | { readonly problem: string };
}

const ROWS: readonly Row[] = [
  ...ACCEPTED.map(([name, template]) => accepted(name, template)),
  ...REFUSED.map(([name, before, problem]) => ({ name, before: Buffer.from(before), want: { problem } })),
  ...DEFINED.map(([name, template, problem]) =>
    problem === undefined ? accepted(name, template) : { name, before: Buffer.from(template), want: { problem } },
  ),
];

function accepted(name: string, template: string): Row {
  const withStatus = (json: string) => Buffer.from(template.replace("@", () => json));
  return { name, before: withStatus('"A"'), want: { after: withStatus('"B"') } };
}

if (RUNTIME === "bun") {
  test.each(ROWS.map((row) => [row.name, row] as const))("%s", (_, { before, want }) => {
    if ("problem" in want) {
      expect(() => parseDocument(before, "state.json")).toThrow(new DataError(`state.json:${want.problem}`));
      return;
    }
    const { bom, text } = putValue(parseDocument(before, "state.json"), ["status"], '"B"');
    expect(bom + text).toBe(want.after.toString());
  });
}

test(`all ${ROWS.length} as files, locked, edited and written (${RUNTIME})`, async () => {
  using dir = tree(Object.fromEntries(ROWS.map(({ name, before }) => [`states/${name}`, before])));
  const { stdout, stderr, code } = await runScript("x-edit-states", ["states"], { cwd: dir.root });
  expect([stderr, code]).toEqual(["", 0]);
  const problems = JSON.parse(stdout);
  for (const { name, before, want } of ROWS) {
    const bytes = readFileSync(dir.path(`states/${name}`));
    const got = { name, ...problems[name], isAsWanted: bytes.equals("after" in want ? want.after : before) };
    expect(got).toEqual({ name, ...problemsOf(want), isAsWanted: true });
  }
});

function problemsOf(want: Row["want"]) {
  if ("after" in want) return { read: null, write: null };
  return {
    read: `State file is not valid JSON: state:${want.problem}`,
    write: `Atomic write failed: not valid JSON: state:${want.problem}`,
  };
}
