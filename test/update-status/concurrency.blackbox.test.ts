/** Small versions of test/proof/concurrency.proof.ts, on the runtime of this run. */
import { expect, test } from "bun:test";
import { RUNTIME } from "../harness/runtime.ts";
import { differentFields, killedWriters, oneWinner, unbrokenChain, writersAmongReaders } from "./scenarios.ts";

const SEED = 4_209;
const LIMIT_MS = 60_000;

test(
  "16 writers on different fields: none lost",
  async () => {
    const { faults } = await differentFields(RUNTIME, 16);
    expect(faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "16 writers on one field with --expect: exactly one wins",
  async () => {
    const { faults } = await oneWinner(RUNTIME, 16);
    expect(faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "16 writers on one field: the chain of previous values has no gap",
  async () => {
    const { faults } = await unbrokenChain(RUNTIME, 16);
    expect(faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "40 writers killed at random: no torn file, nothing acknowledged lost, no temporary file left",
  async () => {
    const { faults, measured } = await killedWriters(RUNTIME, 40, SEED);
    expect(faults).toEqual([]);
    expect(measured.killed).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test(
  "10 writes among 4 readers in a loop: no false exit",
  async () => {
    const { faults, measured } = await writersAmongReaders(RUNTIME, 4, 10);
    expect(faults).toEqual([]);
    expect(measured.reads).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
