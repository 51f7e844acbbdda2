import { closeSync, constants, openSync, unlinkSync, writeFileSync } from "node:fs";
import process from "node:process";
import { join } from "@std/path";
import { naming } from "./io-error.ts";

/**
 * A file without a name that holds `input`, open to be read from its start; the caller closes it. A program that outlives us must have all of its input or
 * none to read: through a pipe it sees an early end when we are killed before we wrote, and `git reset` that is told no path resets all. Throws `IoError`.
 */
export function openInput(input: Uint8Array): number {
  const path = join(process.getBuiltinModule("node:os").tmpdir(), `x-skills-input-${crypto.randomUUID()}`);
  return naming("create", path, () => {
    const writer = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
    try {
      writeFileSync(writer, input);
      return openSync(path, constants.O_RDONLY);
    } finally {
      closeSync(writer);
      unlinkSync(path);
    }
  });
}
