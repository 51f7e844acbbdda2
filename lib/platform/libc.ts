/** The libc calls that the runtimes do not offer: flock(2), and for Deno a write(2) that can go on after EAGAIN. */
import { openLibc as openOnBun } from "./libc-bun.ts";
import type { Libc } from "./libc-calls.ts";
import { openLibc as openOnDeno } from "./libc-deno.ts";
import { isDeno } from "./runtime.ts";

let opened: Libc | undefined;

/** Opened when first asked for, as it takes time. Throws when this system has none under a known name. */
export function libc(): Libc {
  opened ??= firstThatOpens(isDeno ? openOnDeno : openOnBun);
  return opened;
}

/** Tries libc's names: glibc and macOS have one each, musl one for each architecture. Throws when none opens. */
export function firstThatOpens<T>(open: (name: string) => T): T {
  const arch = process.arch === "arm64" ? "aarch64" : "x86_64";
  const names = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", `libc.musl-${arch}.so.1`];
  let last: unknown;
  for (const name of names) {
    try {
      return open(name);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
