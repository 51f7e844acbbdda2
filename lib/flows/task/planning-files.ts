/**
 * Purpose: writes the planning files of `--init`, all of them or none: a new file never takes the place of one that is there.
 * Does not: lock; the caller holds the state's lock, which two calls for one story share.
 * Failures: `TaskFailure` PRECONDITION_FAILED naming the first file that is in the way, `IoError`; what was made is gone again.
 */
import { ensureDirSync } from "@std/fs";
import { dirname } from "@std/path";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { createExclusive } from "../../platform/create-exclusive.ts";
import { naming } from "../../platform/io-error.ts";
import { kindOf } from "../../platform/remove-tree.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";
import { TaskFailure } from "./task-failure.ts";

export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** As messages show it. */
  readonly shown: string;
  readonly text: string;
  /** What it holds now; absent: it must not be there. */
  readonly before?: string;
}

/** Throws `PRECONDITION_FAILED` when a file that is to be made is there, whatever it is. */
export function checkFree(files: readonly PlannedFile[]): void {
  const taken = files.find(({ path, before }) => before === undefined && kindOf(path) !== undefined);
  if (taken !== undefined) throw new TaskFailure("PRECONDITION_FAILED", `${taken.shown} is there already: --init overwrites nothing`);
}

/** Writes them in order; returns what takes it all back. */
export function writeAll(files: readonly PlannedFile[]): () => void {
  checkFree(files);
  const written: PlannedFile[] = [];
  const undo = () => {
    for (const file of written.toReversed()) takeBack(file);
  };
  try {
    for (const file of files) {
      write(file);
      written.push(file);
    }
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}

function write({ path, text, before }: PlannedFile): void {
  if (before === undefined) {
    naming("create", dirname(path), () => ensureDirSync(dirname(path)));
    createExclusive(path, new TextEncoder().encode(text));
  } else if (before !== text) atomicWrite(resolveLinks(path) ?? path, text, { fsync: true });
}

function takeBack({ path, text, before }: PlannedFile): void {
  if (before === undefined) removeIfExists(path);
  else if (before !== text) atomicWrite(resolveLinks(path) ?? path, before, { fsync: true });
}
