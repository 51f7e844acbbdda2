/**
 * Reading a state file without a trace (spec page 0): the shared lock of an existing lock file for the moment of the read, none created.
 * All that a read-only script may import of the state's input and output.
 */
import { DataError } from "../errors.ts";
import { type LockOptions, lockShared } from "../platform/file-lock.ts";
import { fileStatus, REPLACEMENT, readBytesIfExists, readLenientTextIfExists } from "../platform/read-file.ts";
import { resolveLinks } from "../platform/resolve-links.ts";
import { type JsonDocument, parseDocument, parseText } from "./json-document.ts";

/**
 * The state at the absolute `path`, or undefined when there is no such file. `label` is the path as messages show it.
 * Throws `DataError` (`State file is not valid JSON: <label>:<line>:<column>: <reason>`), `IoError`, `LockTimeoutError`.
 */
export async function readState(path: string, label: string, options: LockOptions): Promise<JsonDocument | undefined> {
  const real = resolveLinks(path);
  const status = real === undefined ? undefined : fileStatus(real);
  if (real === undefined || status === undefined) return undefined;
  if (!status.isFile) throw new DataError(`State file is not valid JSON: ${label}: not a regular file`);
  const lock = await lockShared(real, options);
  try {
    return readDocument(real, label);
  } finally {
    lock.release();
  }
}

/** The state at the resolved `path`, without a lock; undefined when absent. Where U+FFFD might stand for invalid bytes, the bytes decide. */
export function readDocument(path: string, label: string): JsonDocument | undefined {
  try {
    const text = readLenientTextIfExists(path);
    if (!text?.includes(REPLACEMENT)) return text === undefined ? undefined : parseText(text, label);
    const bytes = readBytesIfExists(path);
    return bytes && parseDocument(bytes, label);
  } catch (error) {
    throw error instanceof DataError ? new DataError(`State file is not valid JSON: ${error.message}`) : error;
  }
}
