/**
 * Purpose: the one way to change a state file: exclusive lock, read, validate, edit, atomic write, release (spec page 1, Locking and durability).
 * Does not: know what is edited (`edit` decides), re-print the file (only the edit's bytes change), or write when the text stays the same.
 * Order of failures: `StateMissingError` (before any lock file is made), `LockTimeoutError`, `StateWriteError` for a file that is no
 *   JSON object or cannot be read or written, then whatever `edit` throws. After a throw the file is untouched.
 */
import { dirname } from "@std/path";
import { DataError, IoError } from "../errors.ts";
import { atomicWrite } from "../platform/atomic-write.ts";
import { type LockOptions, lockExclusive } from "../platform/file-lock.ts";
import { fileStatus } from "../platform/read-file.ts";
import { resolveLinks } from "../platform/resolve-links.ts";
import { sha256 } from "../platform/sha256.ts";
import { type JsonDocument, parseText } from "./json-document.ts";
import { readDocument, readState } from "./read-state.ts";
import { StateMissingError, StateWriteError } from "./state-errors.ts";

export interface StoreOptions extends LockOptions {
  /** The path as messages show it. */
  readonly label: string;
  /** An absent file starts as the skeleton. */
  readonly initialize: boolean;
  /** Only say what would be: nothing is written, and a reader's locking is used. */
  readonly dryRun: boolean;
  readonly fsync: boolean;
}

export interface Stored<T> {
  readonly result: T;
  /** SHA-256 of the bytes now on disk (with `dryRun`: that would be), 64 hex digits. */
  readonly fileSha: string;
}

type Edit<T> = (document: JsonDocument) => { readonly document: JsonDocument; readonly result: T };

/** What `--initialize` writes (spec page 1, State file). */
const SKELETON = '{\n  "version": 1,\n  "stories": {}\n}\n';

/** Runs `edit` on the state at the absolute `path` and writes what it made of it, all under one lock. */
export async function changeState<T>(path: string, edit: Edit<T>, options: StoreOptions): Promise<Stored<T>> {
  try {
    const real = existingPath(path, options);
    return options.dryRun ? await preview(real, edit, options) : await underLock(real, edit, options);
  } catch (error) {
    throw asWriteError(error);
  }
}

async function underLock<T>(path: string, edit: Edit<T>, options: StoreOptions): Promise<Stored<T>> {
  const lock = await lockExclusive(path, options);
  try {
    const current = readRegular(path, options);
    const document = current ?? parseText(SKELETON, options.label);
    const { document: edited, result } = edit(document);
    const text = edited.bom + edited.text;
    if (current === undefined || edited.text !== document.text) atomicWrite(path, text, options);
    return { result, fileSha: sha256(text) };
  } finally {
    lock.release();
  }
}

async function preview<T>(path: string, edit: Edit<T>, options: StoreOptions): Promise<Stored<T>> {
  const current = await readState(path, options.label, options);
  const { document, result } = edit(current ?? parseText(SKELETON, options.label));
  return { result, fileSha: sha256(document.bom + document.text) };
}

/** The resolved path, so that all names of one file share one lock. Throws when there is nothing to write to. */
function existingPath(path: string, { label, initialize }: StoreOptions): string {
  const real = resolveLinks(path);
  if (real === undefined) throw new StateMissingError(label, initialize ? ` (no such folder: ${dirname(label)})` : "");
  if (!initialize && fileStatus(real) === undefined) throw new StateMissingError(label);
  return real;
}

/** The document, or undefined where `initialize` allows an absent file. */
function readRegular(path: string, { label, initialize }: StoreOptions): JsonDocument | undefined {
  const status = fileStatus(path);
  if (status === undefined && !initialize) throw new StateMissingError(label);
  if (status !== undefined && !status.isFile) throw new StateWriteError(`${label} is not a regular file`);
  return status === undefined ? undefined : readDocument(path, label);
}

/** An I/O failure, or a file that is no state, is a failed write here: `Atomic write failed: cannot create <path>.lock: <reason>`. */
function asWriteError(error: unknown): unknown {
  if (error instanceof DataError)
    return new StateWriteError(`not valid JSON: ${error.message.replace(/^State file is not valid JSON: /, "")}`);
  return error instanceof IoError ? new StateWriteError(error.message.replace(/^C/, "c")) : error;
}
