/** That the checker finds what it is there for: logs in which one thing is wrong, and what is said about them. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { checkHistory } from "./check-history.ts";
import type { Begin, Claim, End, LogRecord, Part, Start } from "./records.ts";

const hole = (start: string): Part => ({ hole: "text", start });
const START: Start = {
  at: "start",
  files: [
    {
      name: "f",
      parts: [
        ...['{ "odd": 1.0, "taskTracking": { "phaseGateResults": [', { hole: "gates", start: "" } as const],
        ...['] }, "a": "', hole("a0"), '", "b": "', hole("a0"), '", "chain": "', hole("start"), '" }'],
      ],
      chain: { place: ["chain"], start: "start" },
      kept: ["state", "state.lock"],
      canBeFull: false,
    },
  ],
  lanes: [{ name: "ab", file: "f", places: [["a"], ["b"]], start: ["a0", "a0"] }],
};
const SHA = "0".repeat(64);

const text = ({
  a = "a0",
  b = a,
  chain = "start",
  gates = "",
  odd = "1.0",
}: Partial<Record<"a" | "b" | "chain" | "gates" | "odd", string>> = {}) =>
  `{ "odd": ${odd}, "taskTracking": { "phaseGateResults": [${gates}] }, "a": "${a}", "b": "${b}", "chain": "${chain}" }`;
const begin = (op: number, claim: Claim, more: Partial<Begin> = {}): LogRecord => {
  const rest = { action: "write", program: "x-internal-update-status", how: ["deno"], lockTimeoutMs: 300, temporary: [] };
  return { at: "begin", op, file: "f", claim, ...rest, ...more };
};
const end = (op: number, more: Partial<End> = {}): LogRecord => {
  const rest = { code: 0, signal: null, sent: null, stdout: "", stderr: "", ms: 20, stoppedMs: 0, temporary: [] };
  return { at: "end", op, ...rest, ...more };
};
const quiet = (content: string, names = ["state"], processes: string[] = []): LogRecord => {
  return { at: "quiet", file: "f", text: content, names, processes };
};
const seen = (content: string): LogRecord => ({ at: "seen", file: "f", text: content });

const lane = (value: string): Claim => ({ kind: "lane", lane: "ab", values: [value, value] });
/** The answer of a write of both places. */
const answer = (from: string, to: string) => {
  const changes = ["a", "b"].map((field) => ({ field, previousValue: from, newValue: to }));
  return `${JSON.stringify({ changes, fileSha: SHA, noOp: false })}\n`;
};
const wrote = (op: number, from: string, to: string) => [begin(op, lane(to)), end(op, { stdout: answer(from, to) })];
const one = (previousValue: string, newValue: string) => `${JSON.stringify({ previousValue, newValue, fileSha: SHA, noOp: false })}\n`;
const linked = (op: number, from: string, to: string) => [begin(op, { kind: "chain", from, to }), end(op, { stdout: one(from, to) })];
const killed = { code: null, signal: "SIGKILL", sent: "SIGKILL" };
const refused = { code: 2, stderr: "Lock timeout\n" };
const gate = { kind: "gate", id: "g1", phase: "Phase-1" } as const;
const ENTRY = '{"phase":"Phase-1","passed":true,"skill":"g1"}';

const faultsOf = (records: readonly LogRecord[]) => checkHistory([START, ...records]).tally.faults;

describe("nothing is wrong", () => {
  test.each<[string, LogRecord[]]>([
    ["an acknowledged write is there", [...wrote(1, "a0", "a1"), quiet(text({ a: "a1" }))]],
    ["a killed write is there", [begin(1, lane("a1")), end(1, killed), quiet(text({ a: "a1" }))]],
    ["a killed write is not there", [begin(1, lane("a1")), end(1, killed), quiet(text())]],
    [
      "a write is seen before it is acknowledged",
      [begin(1, lane("a1")), seen(text({ a: "a1" })), end(1, { stdout: answer("a0", "a1") }), quiet(text({ a: "a1" }))],
    ],
    [
      "a chain goes on from a killed link",
      [begin(1, { kind: "chain", from: "start", to: "x1" }), end(1, killed), ...linked(2, "x1", "x2"), quiet(text({ chain: "x2" }))],
    ],
    ["a gate is there", [begin(1, gate), end(1, { stdout: one("0", "1") }), quiet(text({ gates: ENTRY }))]],
  ])("%s", (_, records) => {
    expect(faultsOf(records)).toEqual([]);
  });
});

describe("values", () => {
  test.each<[string, LogRecord[], RegExp]>([
    ["a lost write", [...wrote(1, "a0", "a1"), quiet(text())], /^values at the end: ab is \["a0","a0"\], expected \["a1","a1"\]$/],
    ["a lost write that somebody saw", [...wrote(1, "a0", "a1"), seen(text()), quiet(text())], /^values seen: ab is \["a0","a0"\]/],
    ["a torn batch", [...wrote(1, "a0", "a1"), quiet(text({ a: "a1", b: "a0" }))], /^values at the end: ab is \["a1","a0"\]/],
    ["a torn batch of a killed writer", [begin(1, lane("a1")), end(1, killed), quiet(text({ a: "a0", b: "a1" }))], /^values at the end/],
    [
      "a killed write that went again",
      [begin(1, lane("a1")), end(1, killed), seen(text({ a: "a1" })), quiet(text())],
      /^values at the end/,
    ],
    ["a refused write", [begin(1, lane("a1")), end(1, refused), quiet(text({ a: "a1" }))], /^values at the end/],
    [
      "a refused write that was seen",
      [begin(1, lane("a1")), seen(text({ a: "a1" })), end(1, refused), quiet(text())],
      /^refused writes: op 1/,
    ],
    ["an answer over another value", [...wrote(1, "a7", "a1"), quiet(text({ a: "a1" }))], /^answers: op 1/],
    [
      "a reader's old value",
      [...wrote(1, "a0", "a1"), begin(2, { kind: "read", lane: "one", from: "previousValue" }), end(2, { stdout: one("a0", "a0") })],
      /^values read: op 2 read a0 of one/,
    ],
    [
      "a reader that names no value",
      [begin(1, { kind: "read", lane: "one", from: "blocker" }, { program: "x-internal-load-story-context" }), end(1, refused)],
      /^values read: op 1 read null of one/,
    ],
  ])("%s", (_, records, fault) => {
    const start = { ...START, lanes: [...START.lanes, { name: "one", file: "f", places: [["a"]], start: ["a1"] }] };
    expect(checkHistory([start, ...records]).tally.faults).toContainEqual(expect.stringMatching(fault));
  });
});

describe("chains and gates", () => {
  const both = [...linked(1, "start", "x1"), ...linked(2, "x1", "x2")];
  test.each<[string, LogRecord[], RegExp]>([
    [
      "an answer over another value",
      [begin(1, { kind: "chain", from: "start", to: "x1" }), end(1, { stdout: one("x7", "x1") }), quiet(text({ chain: "x1" }))],
      /^answers: op 1 went from start to x1/,
    ],
    ["a link is lost", [...both, quiet(text({ chain: "x1" }))], /op 2 from x1 to x2 was acknowledged and is not in the history/],
    [
      "two from one value",
      [...linked(1, "start", "x1"), ...linked(2, "start", "x2"), quiet(text({ chain: "x2" }))],
      /op 1 .* is not in the history/,
    ],
    ["a value from nowhere", [quiet(text({ chain: "x9" }))], /^chain: f: x9 follows nothing, expected start$/],
    [
      "a step back",
      [...both, seen(text({ chain: "x2" })), seen(text({ chain: "x1" })), quiet(text({ chain: "x2" }))],
      /x1 was seen where x2 had been/,
    ],
    [
      "a refused link is there",
      [begin(1, { kind: "chain", from: "start", to: "x1" }), end(1, { ...refused, code: 5 }), quiet(text({ chain: "x1" }))],
      /op 1 .* was refused and is in the history/,
    ],
    ["a gate is lost", [begin(1, gate), end(1, { stdout: one("0", "1") }), quiet(text())], /gate g1, acknowledged, is there 0 times/],
    ["a gate twice", [begin(1, gate), end(1, killed), quiet(text({ gates: `${ENTRY}, ${ENTRY}` }))], /gate g1, unknown, is there 2 times/],
    [
      "a gate goes",
      [begin(1, gate), end(1, killed), seen(text({ gates: ENTRY })), quiet(text())],
      /gates that had been seen changed or went/,
    ],
    [
      "a gate at another place",
      [begin(1, gate), end(1, { stdout: one("1", "2") }), quiet(text({ gates: ENTRY }))],
      /is number 1, its answer said 2/,
    ],
  ])("%s", (_, records, fault) => {
    expect(faultsOf(records)).toContainEqual(expect.stringMatching(fault));
  });
});

describe("files, ends and streams", () => {
  const writing = (more: Partial<End>) => [begin(1, lane("a1")), end(1, more), quiet(text())];
  test.each<[string, LogRecord[], RegExp]>([
    ["a document cut off", [seen(text().slice(0, 40)), quiet(text())], /^whole documents: f is no JSON document/],
    ["a number spelled anew", [quiet(text({ odd: "1" }))], /^untouched bytes: f: expected /],
    ["a byte too much", [quiet(`${text()}\n`)], /^untouched bytes: f: "\\n" at the end$/],
    ["a file left", [quiet(text(), ["state", ".tmp"])], /^files left: f: \.tmp$/],
    [
      "a temporary file that a refused write left",
      writing({ ...refused, temporary: ["t"] }),
      /^temporary files: op 1 .* refused with 2 and left t$/,
    ],
    ["a process left", [quiet(text(), ["state"], ["7 sleep"])], /^processes left: f: 7 sleep$/],
    ["a call that never ended", [begin(1, lane("a1")), quiet(text())], /^calls ended: still running: op 1$/],
    ["a code that is not documented", writing({ code: 70, stderr: "internal error\n" }), /^exit codes: op 1 \(write, deno\): exit 70/],
    ["full, on a disk that is not", writing({ code: 4, stderr: "Atomic write failed\n" }), /^exit codes/],
    ["the code of a signal that nobody sent", writing({ code: 143 }), /^exit codes/],
    ["a death of a signal that nobody sent", writing({ code: null, signal: "SIGSEGV" }), /^exit codes: op 1 \(write, deno\): exit SIGSEGV/],
    ["a stack trace", writing({ ...refused, stderr: "Error\n    at write (store.ts:1)\n" }), /^no stack trace/],
    ["an answer that is no JSON", writing({ stdout: "{\n" }), /^streams/],
    ["an answer with a refusal", writing({ ...refused, stdout: "{}\n" }), /^streams/],
    ["too long a wait", writing({ ...refused, ms: 5_400 }), /^waiting time: op 1 \(write, deno\): 5400 ms, limit 300 ms$/],
    [
      "a temporary file that a write left",
      [begin(1, lane("a1"), { temporary: ["t"] }), end(1, { stdout: answer("a0", "a1"), temporary: ["t"] }), quiet(text({ a: "a1" }))],
      /^temporary files: op 1 \(write, deno\): a write left t/,
    ],
  ])("%s", (_, records, fault) => {
    expect(faultsOf(records)).toContainEqual(expect.stringMatching(fault));
  });
});

test("the checker knows nothing but itself", () => {
  const sources = readdirSync(import.meta.dir).filter((name) => !name.endsWith(".test.ts"));
  const imports = sources.flatMap((name) => new Bun.Transpiler({ loader: "ts" }).scanImports(readFileSync(`${import.meta.dir}/${name}`)));
  expect(imports.map(({ path }) => path).filter((path) => !/^\.\/[a-z-]+\.ts$/.test(path))).toEqual([]);
});
