/** Files of which only a part is staged: what the chain changes in them cannot be told apart from what the user left out. */
import { join } from "@std/path";
import type { Checkout } from "../../git/repository.ts";
import { readBytesIfExists } from "../../platform/read-file.ts";

export type Contents = ReadonlyMap<string, Uint8Array | undefined>;

/** The content of each file in the working tree. */
export function contentsOf({ top }: Checkout, paths: readonly string[]): Contents {
  return new Map(paths.map((path) => [path, readBytesIfExists(join(top, path))]));
}

/** Says which of them are different now: their staged part is committed as it was. */
export function warnOfPartly(before: Contents, after: Contents, warn: (text: string) => void): void {
  for (const [path, bytes] of before) {
    if (!isSame(bytes, after.get(path))) warn(`${path} is partly staged: what the chain changed in it is not in this commit`);
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
