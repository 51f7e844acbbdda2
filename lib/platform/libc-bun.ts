import process from "node:process";
import type { Libc } from "./libc.ts";

/** `Bun.FFI`, as far as it is used here; a literal `bun:ffi` import would not pass Deno's checker. */
interface BunFfi {
  dlopen(name: string, symbols: Record<string, { args: readonly string[]; returns: string }>): { symbols: Record<string, unknown> };
  read: { i32(pointer: number, offset: number): number };
}
interface Symbols {
  flock(fd: number, operation: number): number;
  write(fd: number, bytes: Uint8Array, length: number): number | bigint;
}

/** Opens one library by its file name. Throws when it is not there. */
export function openLibc(name: string): Libc {
  const { FFI } = (globalThis as unknown as { Bun: { FFI: BunFfi } }).Bun;
  const errnoSymbol = process.platform === "darwin" ? "__error" : "__errno_location";
  const { symbols } = FFI.dlopen(name, {
    flock: { args: ["i32", "i32"], returns: "i32" },
    write: { args: ["i32", "ptr", "usize"], returns: "i64_fast" },
    [errnoSymbol]: { args: [], returns: "ptr" },
  });
  const { flock, write } = symbols as unknown as Symbols;
  const errno = () => FFI.read.i32((symbols[errnoSymbol] as () => number)(), 0);
  return {
    flock: (fd, operation) => (flock(fd, operation) === 0 ? 0 : errno()),
    write: (fd, bytes) => {
      const taken = Number(write(fd, bytes, bytes.length));
      return taken < 0 ? -errno() : taken;
    },
  };
}
