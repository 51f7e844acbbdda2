/** The four jobs of x-internal-update-status: read, change, batch, phase gate. Joins the pure parts of lib/state with its store. */
import { sha256 } from "../platform/sha256.ts";
import { RawJson } from "../raw-json.ts";
import { applyChange, type FieldAnswer } from "../state/change.ts";
import type { JsonDocument } from "../state/json-document.ts";
import { appendPhaseGate } from "../state/phase-gate-entry.ts";
import { readState } from "../state/read-state.ts";
import { readField, readNode, unknownVersion } from "../state/read-value.ts";
import { StateMissingError } from "../state/state-errors.ts";
import { changeState } from "../state/store.ts";
import { type UpdateMode, updateMode } from "../state/update-mode.ts";
import { addressOf, changeRequest, checkedField, type GateFlags, phaseGateEntry, type UpdateFlags } from "../state/update-request.ts";

/** The skill's flags; the file is resolved by the caller. */
export interface Flags extends UpdateFlags, GateFlags {
  readonly file: string;
  readonly "dry-run": boolean;
  readonly "no-fsync": boolean;
  /** Seconds. */
  readonly "lock-timeout": number;
}

export interface World {
  /** The state file, absolute. */
  readonly path: string;
  readonly host: { readonly signal: AbortSignal; stdin(): Uint8Array; nowSeconds(): number };
  warn(text: string): void;
}

type Value = string | null;
export type UpdateAnswer =
  | { readonly previousValue: Value | RawJson; readonly newValue: Value | RawJson; readonly fileSha: string; readonly noOp: boolean }
  | {
      readonly changes: { readonly field: string; readonly previousValue: Value; readonly newValue: Value }[];
      readonly fileSha: string;
      readonly noOp: boolean;
    };

const JOBS: Readonly<Record<UpdateMode, (flags: Flags, world: World) => Promise<readonly UpdateAnswer[]>>> = {
  read,
  change,
  batch,
  "phase-gate": phaseGate,
};

/** One answer; with `--batch`, one for each line. */
export function updateStatus(flags: Flags, world: World): Promise<readonly UpdateAnswer[]> {
  return JOBS[updateMode({ ...flags })](flags, world);
}

async function read(flags: Flags, { path, host, warn }: World): Promise<readonly UpdateAnswer[]> {
  const address = addressOf(flags.type, flags.id);
  const state = await readState(path, flags.file, { timeoutMs: flags["lock-timeout"] * 1000, signal: host.signal });
  if (state === undefined) throw new StateMissingError(flags.file);
  warnOfVersion(state, warn);
  const value = flags.field === undefined ? raw(readNode(state, address)) : readField(state, address, checkedField(flags.field));
  return [{ previousValue: value, newValue: value, fileSha: sha256(state.bom + state.text), noOp: true }];
}

function raw(json: string | undefined): RawJson | null {
  return json === undefined ? null : new RawJson(json);
}

async function change(flags: Flags, world: World): Promise<readonly UpdateAnswer[]> {
  const request = changeRequest(flags, world.host.nowSeconds);
  const { result, fileSha } = await store(flags, world, (document) => {
    const { document: edited, answers } = applyChange(document, request);
    return { document: edited, result: answers };
  });
  return [answer(result, fileSha, flags.set.length > 0)];
}

/** Loaded when asked for, which is seldom. */
async function batch(flags: Flags, world: World): Promise<readonly UpdateAnswer[]> {
  const { onLine, parseBatch } = await import("../state/batch.ts");
  const lines = parseBatch(world.host.stdin(), flags.initialize, world.host.nowSeconds);
  const { result, fileSha } = await store(flags, world, (document) => {
    let current = document;
    const answers = lines.map(({ number, request }) => {
      const done = onLine(number, () => applyChange(current, request));
      current = done.document;
      return done.answers;
    });
    return { document: current, result: answers };
  });
  return result.map((answers, i) => answer(answers, fileSha, lines[i]!.isSet));
}

async function phaseGate(flags: Flags, world: World): Promise<readonly UpdateAnswer[]> {
  const entry = phaseGateEntry(flags, world.host.nowSeconds());
  const { result, fileSha } = await store(flags, world, (document) => {
    const { document: edited, length } = appendPhaseGate(document, entry);
    return { document: edited, result: length };
  });
  return [{ previousValue: String(result), newValue: String(result + 1), fileSha, noOp: false }];
}

function store<T>(flags: Flags, { path, host, warn }: World, edit: (document: JsonDocument) => { document: JsonDocument; result: T }) {
  const edited = (document: JsonDocument) => {
    warnOfVersion(document, warn);
    return edit(document);
  };
  return changeState(path, edited, {
    label: flags.file,
    initialize: flags.initialize,
    dryRun: flags["dry-run"],
    fsync: !flags["no-fsync"],
    timeoutMs: flags["lock-timeout"] * 1000,
    signal: host.signal,
  });
}

function answer(answers: readonly FieldAnswer[], fileSha: string, isSet: boolean): UpdateAnswer {
  let noOp = true;
  for (const field of answers) noOp &&= field.noOp;
  if (isSet) return { changes: answers.map(({ field, previousValue, newValue }) => ({ field, previousValue, newValue })), fileSha, noOp };
  const { previousValue, newValue } = answers[0]!;
  return { previousValue, newValue, fileSha, noOp };
}

function warnOfVersion(document: JsonDocument, warn: World["warn"]): void {
  const version = unknownVersion(document);
  if (version !== undefined) warn(`unknown schema version '${version}'`);
}
