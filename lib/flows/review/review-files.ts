/** The files of an exit gate below a story's folder. */
import { ensureDirSync } from "@std/fs";
import { dirname, join } from "@std/path";
import { DataError, IoError } from "../../errors.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { parseVerdict, type ScopeVerdict } from "./verdict.ts";

/** Where the verdict of one scope is read when no worker is asked. Ids and scopes have matched their patterns before. */
export function verdictPath(folder: string, taskId: string, scope: string): string {
  return join(folder, "reviews", `exit-gate-${taskId}.${scope}.json`);
}

/** Where the report is written. */
export function reportPath(folder: string, taskId: string): string {
  return join(folder, "reviews", `exit-gate-${taskId}.md`);
}

/** The verdict in a file, undefined when it is not there yet. Throws `DataError` naming the file. */
export function readVerdict(path: string, scope: string): ScopeVerdict | undefined {
  const text = readTextIfExists(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new DataError(`Cannot use ${path}: not valid JSON`);
  }
  return parseVerdict(value, scope, `Cannot use ${path}`);
}

/** Writes the report; its folder is made. Throws `IoError`. */
export function writeReport(path: string, text: string): void {
  try {
    ensureDirSync(dirname(path));
  } catch {
    throw new IoError("create", dirname(path), "a file is in the way, or the folder may not be made");
  }
  atomicWrite(path, text, { fsync: false });
}
