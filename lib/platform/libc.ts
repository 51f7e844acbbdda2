/**
 * The libc calls that the runtimes do not offer: flock(2), and for Deno a write(2) that can go on after EAGAIN.
 * Loaded when first needed, because opening the library costs start-up time.
 */
import process from "node:process";
import type { Libc } from "./libc-calls.ts";
import { isDeno } from "./runtime.ts";

let loaded: Libc | undefined;

/** Opens libc once per process. Throws when this system has none under a known name. */
export async function loadLibc(): Promise<Libc> {
  const { openLibc } = isDeno ? await import("./libc-deno.ts") : await import("./libc-bun.ts");
  loaded ??= firstThatOpens(openLibc);
  return loaded;
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
