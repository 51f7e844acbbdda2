import { appendFileSync } from "node:fs";
import { dirname } from "@std/path";
import { naming } from "./io-error.ts";
import { readTextIfExists } from "./read-file.ts";
import { ensureDirSync } from "./std-fs.ts";

/** Adds `line` at the end of a text file unless it is there already; makes file and folder. True when it was added. Callers hold a lock. */
export function appendLineOnce(path: string, line: string): boolean {
  const text = readTextIfExists(path) ?? "";
  if (text.split(/\r?\n/).includes(line)) return false;
  naming("write", path, () => {
    ensureDirSync(dirname(path));
    appendFileSync(path, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
  });
  return true;
}
