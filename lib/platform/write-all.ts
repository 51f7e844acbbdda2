/**
 * Writes every byte or throws, also into a full disk, a closed pipe and a non-blocking pipe with a slow reader.
 * `process.stdout.write` reports none of these, and Deno's own `writeSync` repeats bytes after EAGAIN (spec page 5):
 * Bun writes through `node:fs`, Deno through write(2). Call `prepareWriting` once before the first `writeAll`.
 */
import { writeSync } from "node:fs";
import { OutputError } from "../errors.ts";
import { errnoName, reasonOf } from "./io-error.ts";
import { loadLibc } from "./libc.ts";
import { isDeno } from "./runtime.ts";

const RETRY_MS = 2;

/** Returns the bytes taken; throws an error whose `code` is the errno name. */
let writeSome: (fd: number, bytes: Uint8Array) => number = (fd, bytes) => writeSync(fd, bytes);

export async function prepareWriting(): Promise<void> {
  if (!isDeno) return;
  const { write } = await loadLibc();
  const { constants } = await import("node:os");
  writeSome = (fd, bytes) => {
    const taken = write?.(fd, bytes) ?? 0;
    if (taken >= 0) return taken;
    const name = Object.entries(constants.errno).find(([, number]) => number === -taken)?.[0];
    throw Object.assign(new Error("write failed"), { code: name ?? `errno ${-taken}` });
  };
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
