import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { StreamName } from "./channels.ts";
import { naming } from "./io-error.ts";

/** A file that gets a child's output as it comes; pass `write` as `onOutput`. */
export interface OutputLog {
  write(stream: StreamName, chunk: Uint8Array): void;
  close(): void;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Appends to `path` (made with mode 0600), both streams in the order they come; beyond `maxBytes` it says so once and keeps no more. */
export function openOutputLog(path: string, { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {}): OutputLog {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  const fd = naming("write", path, () => openSync(path, flags, 0o600));
  let left = maxBytes;
  const append = (bytes: Uint8Array) =>
    naming("write", path, () => {
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
    });
  return {
    write(_stream, chunk) {
      if (left <= 0) return;
      append(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) append(new TextEncoder().encode(`\n[... output beyond ${maxBytes} bytes is not kept ...]\n`));
    },
    close: () => closeSync(fd),
  };
}
