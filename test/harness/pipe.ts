import { dlopen, FFIType } from "bun:ffi";
import { closeSync, readSync } from "node:fs";

const F_SETFL = 4;
const O_WRONLY = 1;
const O_NONBLOCK = 2048;

/** A pipe(2) whose two ends belong to the test, to hand one to a program: what no runtime's own `spawn` offers. */
export interface Pipe extends Disposable {
  readonly readEnd: number;
  readonly writeEnd: number;
  /** Closes this process's copy of an end; a second call does nothing. */
  close(end: "readEnd" | "writeEnd"): void;
  /** Everything until the last writer leaves, at most `chunk` bytes at a time with `pauseMs` between them. */
  readSlowly(chunk: number, pauseMs: number): Buffer;
}

/** `nonBlocking` concerns the write end only. Linux only, like the tests that use it. */
export function openPipe({ nonBlocking }: { readonly nonBlocking: boolean }): Pipe {
  const libc = dlopen("libc.so.6", {
    pipe: { args: [FFIType.ptr], returns: FFIType.i32 },
    fcntl: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  });
  const ends = new Int32Array(2);
  if (libc.symbols.pipe(ends) !== 0) throw new Error("Cannot make a pipe");
  const [readEnd, writeEnd] = ends as unknown as [number, number];
  if (nonBlocking) libc.symbols.fcntl(writeEnd, F_SETFL, O_WRONLY | O_NONBLOCK);
  const open = new Set(["readEnd", "writeEnd"]);
  const close = (end: "readEnd" | "writeEnd") => {
    if (open.delete(end)) closeSync(end === "readEnd" ? readEnd : writeEnd);
  };
  return {
    readEnd,
    writeEnd,
    close,
    readSlowly: (chunk, pauseMs) => readSlowly(readEnd, chunk, pauseMs),
    [Symbol.dispose]: () => {
      close("readEnd");
      close("writeEnd");
    },
  };
}

/** Blocks this process; the writer is another one. */
function readSlowly(fd: number, chunk: number, pauseMs: number): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(chunk);
    const length = readSync(fd, part, 0, chunk, null);
    if (length === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, length));
    Bun.sleepSync(pauseMs);
  }
}
