import process from "node:process";
import type { Libc } from "./libc-calls.ts";

/** `Bun.FFI`, as far as it is used here; a literal `bun:ffi` import would not pass Deno's checker. */
interface BunFfi {
  dlopen(name: string, symbols: Record<string, { args: readonly string[]; returns: string }>): { symbols: Record<string, unknown> };
  read: { i32(pointer: number, offset: number): number };
}

/** Opens one library by its file name. Throws when it is not there. */
export function openLibc(name: string): Libc {
  const { FFI } = (globalThis as unknown as { Bun: { FFI: BunFfi } }).Bun;
  const flock = FFI.dlopen(name, { flock: { args: ["i32", "i32"], returns: "i32" } }).symbols.flock as (
    fd: number,
    operation: number,
  ) => number;
  return {
    flock: (fd, operation) => {
      if (flock(fd, operation) === 0) return 0;
      const errno = openErrno(FFI, name);
      return flock(fd, operation) === 0 ? 0 : errno();
    },
  };
}

/** Reads errno. Opened on the first failure only (each symbol is compiled), hence the second call of flock above. */
function openErrno(FFI: BunFfi, name: string): () => number {
  const symbol = process.platform === "darwin" ? "__error" : "__errno_location";
  const location = FFI.dlopen(name, { [symbol]: { args: [], returns: "ptr" } }).symbols[symbol] as () => number;
  return () => FFI.read.i32(location(), 0);
}
