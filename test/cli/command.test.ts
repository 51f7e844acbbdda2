/** What the driver offers a body, and what it makes of each end; the other rows are in driver.blackbox.test.ts. */
import { expect, test } from "bun:test";
import * as v from "valibot";
import { type Body, command } from "../../lib/cli/command.ts";
import { defineContract } from "../../lib/cli/contract.ts";
import { PlainText, rawJson } from "../../lib/cli/envelope.ts";
import { InterruptedError, OutputError } from "../../lib/errors.ts";
import { RawJson } from "../../lib/raw-json.ts";
import { runInProcess } from "../harness/run-in-process.ts";

const contract = defineContract({
  name: "x-test",
  summary: "Test.",
  flags: {},
  reads: [],
  writes: [],
  exits: { BUSY: { code: 9, message: "{who} is {what}" } },
  internalErrorCode: 71,
  envelope: v.strictObject({ n: v.union([v.number(), rawJson]) }),
  examples: [],
});

function ends(body: Body<typeof contract>, options: { stdoutFails?: string } = {}) {
  return runInProcess(command(contract, body), [], { cwd: "/", ...options });
}

test("emit and note write before the last envelope", async () => {
  const outcome = await ends(({ emit, note }) => {
    emit({ n: 1 });
    note("half\nway");
    return [{ n: 2 }, { n: new RawJson("3.0") }];
  });
  expect(outcome).toEqual({ stdout: '{"n":1}\n{"n":2}\n{"n":3.0}\n', stderr: "half\\u000away\n", code: 0 });
});

test("plain text goes out as it is", async () => {
  expect(await ends(() => new PlainText("a/b\n"))).toEqual({ stdout: "a/b\n", stderr: "", code: 0 });
});

test("a row of the table fills its slots, leaves unknown ones, and may answer on stdout too", async () => {
  expect(await ends(({ fail }) => fail("BUSY", { who: "{what}" }, { n: 4 }))).toEqual({
    stdout: '{"n":4}\n',
    stderr: "{what} is {what}\n",
    code: 9,
  });
});

test("stdout that fails beside a failure is named as well, and its code wins", async () => {
  const outcome = await ends(({ fail }) => fail("BUSY", { who: "it", what: "on" }, { n: 4 }), { stdoutFails: "no space left on device" });
  expect(outcome).toEqual({ stdout: "", stderr: "it is on\nCannot write to stdout: no space left on device\n", code: 74 });
});

test.each<[situation: string, thrown: unknown, code: number, stderr: string]>([
  ["a signal", new InterruptedError(15), 143, "interrupted by signal 15\n"],
  [
    "a bug, in a skill whose 70 is taken",
    new Error("odd"),
    71,
    "internal error: odd; please report it with this command line (X_SKILLS_DEBUG=1 shows where)\n",
  ],
])("%s", async (_, thrown, code, stderr) => {
  const outcome = await ends(() => {
    throw thrown;
  });
  expect(outcome).toEqual({ stdout: "", stderr, code });
});

test("a warning that could not be written makes success 74, and a failure keeps its code", async () => {
  const err = () => {
    throw new OutputError("no space left on device");
  };
  const host = {
    argv: [],
    cwd: "/",
    env: {},
    signal: new AbortController().signal,
    out: () => undefined,
    err,
    stdin: () => new Uint8Array(),
  };
  const rest = { isTerminal: () => false, enter: () => undefined, nowSeconds: () => 0 };
  const warned = command(contract, ({ warn }) => {
    warn("x");
    return { n: 1 };
  });
  const refused = command(contract, ({ fail }) => fail("BUSY"));
  expect(await warned({ ...host, ...rest })).toBe(74);
  expect(await refused({ ...host, ...rest })).toBe(9);
});

test("a bug while writing is not taken for a full disk", async () => {
  const out = () => {
    throw new TypeError("odd");
  };
  const host = {
    argv: [],
    cwd: "/",
    env: {},
    signal: new AbortController().signal,
    out,
    err: () => undefined,
    stdin: () => new Uint8Array(),
  };
  expect(await command(contract, () => ({ n: 1 }))({ ...host, isTerminal: () => false, enter: () => undefined, nowSeconds: () => 0 })).toBe(
    71,
  );
});
