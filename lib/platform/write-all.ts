/**
 * Writes every byte or throws, also into a full disk, a closed pipe and a non-blocking pipe with a slow reader.
 * `process.stdout.write` reports none of these, and Deno's own `writeSync` repeats bytes after EAGAIN (spec page 5):
 * Bun writes as to any file, Deno through write(2).
 */
import { OutputError } from "../errors.ts";
import { files } from "./files.ts";
import { errnoName, errnoNameOf, reasonOf } from "./io-error.ts";
import { libc } from "./libc.ts";
import { isDeno } from "./runtime.ts";

const RETRY_MS = 2;

/** Returns the bytes taken; throws an error whose `code` is the errno name. */
const writeSome: (fd: number, bytes: Uint8Array) => number = isDeno ? writeByLibc : files.write;

function writeByLibc(fd: number, bytes: Uint8Array): number {
  const taken = libc().write?.(fd, bytes) ?? 0;
  if (taken >= 0) return taken;
  throw Object.assign(new Error("write failed"), { code: errnoNameOf(-taken) });
}

/** Throws `OutputError`, its message the reason, when the descriptor takes no more. Blocks while a slow reader is there. */
export function writeAll(fd: number, text: string): void {
  let rest: Uint8Array = new TextEncoder().encode(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSome(fd, rest));
    } catch (error) {
      const name = errnoName(error);
      if (name === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      else if (name !== "EINTR") throw new OutputError(reasonOf(error));
    }
  }
}
