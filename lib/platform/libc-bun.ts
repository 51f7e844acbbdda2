import type { Libc } from "./libc-calls.ts";

/** `Bun.FFI`, as far as it is used here; a literal `bun:ffi` import would not pass Deno's checker, and load a module. */
export interface BunFfi {
  /** The symbols take numbers as they are: a signed 32-bit one for `i32`; `buffer` is the address of a typed array's first element. */
  dlopen(
    name: string,
    symbols: Readonly<Record<string, { readonly args: readonly string[]; readonly returns: string }>>,
  ): { symbols: Record<string, unknown> };
  read: { i32(pointer: number, offset: number): number };
}

/** There under Bun only. */
export function bunFfi(): BunFfi {
  return (globalThis as unknown as { Bun: { FFI: BunFfi } }).Bun.FFI;
}

/** Opens one library by its file name. Throws when it is not there. */
export function openLibc(name: string): Libc {
  const ffi = bunFfi();
  const flock = ffi.dlopen(name, { flock: { args: ["i32", "i32"], returns: "i32" } }).symbols.flock as (
    fd: number,
    operation: number,
  ) => number;
  return {
    flock: (fd, operation) => {
      if (flock(fd, operation) === 0) return 0;
      const errno = openErrno(ffi, name);
      return flock(fd, operation) === 0 ? 0 : errno();
    },
  };
}

/** Reads errno. Opened on the first failure only (each symbol is compiled), hence the second call of flock above. */
function openErrno(ffi: BunFfi, name: string): () => number {
  const symbol = process.platform === "darwin" ? "__error" : "__errno_location";
  const location = ffi.dlopen(name, { [symbol]: { args: [], returns: "ptr" } }).symbols[symbol] as () => number;
  return () => ffi.read.i32(location(), 0);
}
