import { DataError } from "../errors.ts";
import type { FileFacts } from "./file-calls.ts";
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";
import { naming, unlessAbsent } from "./io-error.ts";

/** What a lenient decoder puts in place of invalid bytes. */
export const REPLACEMENT = "\uFFFD";

/** The file's bytes, or undefined when there is no such file. Other failures throw `IoError`. */
export function readBytesIfExists(path: string): Uint8Array | undefined {
  return naming("read", path, () => unlessAbsent(() => nodeFs().readFileSync(path)));
}

/**
 * The file's text, or undefined when there is no such file. Throws `DataError` when it is not UTF-8. A byte order mark is kept.
 * Read as text at once: the runtime's `Buffer` and a strict decoder cost start-up time, and only a replacement character needs them.
 */
export function readTextIfExists(path: string): string | undefined {
  const text = readLenientTextIfExists(path);
  if (!text?.includes(REPLACEMENT)) return text;
  const bytes = readBytesIfExists(path);
  return bytes === undefined ? undefined : decodeUtf8(bytes, path);
}

/** The file's text, in which U+FFFD may stand for bytes that are not UTF-8; undefined when there is no such file. */
export function readLenientTextIfExists(path: string): string | undefined {
  return naming("read", path, () => files.readText(path));
}

/** Strict UTF-8, byte order mark kept. Throws `DataError` naming `label` on invalid bytes. */
export function decodeUtf8(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DataError(`Cannot read ${label}: invalid UTF-8`);
  }
}

/** What `path` is, links followed; undefined when nothing is there. Other failures throw `IoError`. */
export function fileStatus(path: string): FileFacts | undefined {
  return naming("stat", path, () => files.stat(path));
}

/** Last modification of `path` in whole seconds since the Unix epoch; undefined when there is no such file. */
export function mtimeSeconds(path: string): number | undefined {
  return fileStatus(path)?.mtimeSeconds;
}

/** All of standard input as bytes. A terminal or closed descriptor reads as empty at its end. */
export function readStandardInput(): Uint8Array {
  return naming("read", "standard input", () => nodeFs().readFileSync(0));
}
