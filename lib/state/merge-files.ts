/**
 * Purpose: the merge driver's work (spec page 4): reads ancestor, ours and theirs as git hands them over, merges, writes ours.
 * Does not: lock (the files are git's own temporary ones), or touch ours when it cannot be merged or nothing comes from theirs.
 * Failures: `DataError` for a version that is no state file; `IoError`.
 */
import { DataError } from "../errors.ts";
import { atomicWrite } from "../platform/atomic-write.ts";
import { readBytesIfExists } from "../platform/read-file.ts";
import { type JsonDocument, parseDocument } from "./json-document.ts";
import { type MergedState, mergeStates } from "./merge-state.ts";

/** Absolute paths. */
export interface MergeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedFiles extends MergedState {
  /** Why the ancestor could not be used; fields that one side deleted are then back. */
  readonly baseProblem: string | undefined;
}

/** Merges theirs into ours. Conflicts are written into ours too. An empty ancestor is none: both sides made the file. */
export function mergeFiles({ base, ours, theirs }: MergeFiles): MergedFiles {
  const [before, baseProblem] = readBase(base);
  const own = readVersion(ours, "ours");
  const merged = mergeStates({ base: before, ours: own, theirs: readVersion(theirs, "theirs") });
  if (merged.text !== own.bom + own.text) atomicWrite(ours, merged.text, { fsync: false });
  return { ...merged, baseProblem };
}

/** In criss-cross merges git makes the ancestor itself, and it may hold conflict markers. */
function readBase(path: string): readonly [JsonDocument | undefined, string | undefined] {
  const bytes = readBytesIfExists(path);
  if (bytes === undefined) throw new DataError(`ancestor: no such file: ${path}`);
  if (bytes.length === 0) return [undefined, undefined];
  try {
    return [parseDocument(bytes, "ancestor"), undefined];
  } catch (error) {
    if (error instanceof DataError) return [undefined, error.message];
    throw error;
  }
}

function readVersion(path: string, label: string): JsonDocument {
  const bytes = readBytesIfExists(path);
  if (bytes === undefined) throw new DataError(`${label}: no such file: ${path}`);
  return parseDocument(bytes, label);
}
