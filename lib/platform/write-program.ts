import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "@std/path";
import { removeIfExists } from "./copy-file.ts";
import { naming } from "./io-error.ts";

const MODE = 0o755;

/** Writes a program that may be started, in one step: no moment with half of it, or with one that may not be started. Throws `IoError`. */
export function writeProgram(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
  naming("write", path, () => {
    try {
      writeFileSync(temporary, text, { flag: "wx", mode: MODE });
      chmodSync(temporary, MODE);
      renameSync(temporary, path);
    } finally {
      removeIfExists(temporary);
    }
  });
}
