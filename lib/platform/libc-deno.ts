import type { Libc } from "./libc-calls.ts";

/** The part of `Deno` that is used here; `bun-types` knows nothing of it. */
interface DenoFfi {
  dlopen(name: string, symbols: Record<string, { parameters: readonly string[]; result: string }>): { symbols: Record<string, unknown> };
  UnsafePointerView: new (pointer: unknown) => { getInt32(offset?: number): number };
}
interface Symbols {
  flock(fd: number, operation: number): number;
  write(fd: number, bytes: Uint8Array, length: bigint): bigint;
}

/** Opens one library by its file name. Throws when it is not there. */
export function openLibc(name: string): Libc {
  const { Deno } = globalThis as unknown as { Deno: DenoFfi };
  const errnoSymbol = process.platform === "darwin" ? "__error" : "__errno_location";
  const { symbols } = Deno.dlopen(name, {
    flock: { parameters: ["i32", "i32"], result: "i32" },
    write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    [errnoSymbol]: { parameters: [], result: "pointer" },
  });
  const { flock, write } = symbols as unknown as Symbols;
  const errno = () => new Deno.UnsafePointerView((symbols[errnoSymbol] as () => unknown)()).getInt32(0);
  return {
    flock: (fd, operation) => (flock(fd, operation) === 0 ? 0 : errno()),
    write: (fd, bytes) => {
      const taken = Number(write(fd, bytes, BigInt(bytes.length)));
      return taken < 0 ? -errno() : taken;
    },
  };
}
