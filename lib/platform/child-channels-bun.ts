/**
 * Real pipes for the children of Bun on Linux, read without blocking. The kernel holds what a dead child wrote, so reading
 * until nothing is left delivers all of it, whoever else keeps the pipe open.
 */
import type { ChildProcess } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import type { Channels, Sink, StreamName } from "./channels.ts";
import { errnoName } from "./io-error.ts";

interface Symbols {
  pipe2(ends: Int32Array, flags: number): number;
  memfd_create(name: Uint8Array, flags: number): number;
}

/** pipe(7): O_CLOEXEC has this value on x64 and arm64. */
const O_CLOEXEC = 0o2000000;
const MFD_CLOEXEC = 1;
const CHUNK = 64 * 1024;
/** What a pipe can hold at most for a user (fs.pipe-max-size): more after the end comes from another writer. */
const MAX_REST = 1024 * 1024;
const BUSY_MS = 1;
const MAX_PAUSE_MS = 20;

let symbols: Symbols | undefined;

/** Undefined where the system does not offer them. */
export function pipeChannels(input: Uint8Array | undefined): Channels | undefined {
  try {
    symbols ??= load();
    return openPipes(symbols, input);
  } catch {
    return undefined;
  }
}

function load(): Symbols {
  const { FFI } = (globalThis as unknown as { Bun: { FFI: { dlopen(name: string, symbols: object): { symbols: unknown } } } }).Bun;
  const wanted = { pipe2: { args: ["ptr", "i32"], returns: "i32" }, memfd_create: { args: ["ptr", "u32"], returns: "i32" } };
  for (const name of ["libc.so.6", "libc.musl-x86_64.so.1"]) {
    try {
      return FFI.dlopen(name, wanted).symbols as Symbols;
    } catch {
      // The next name.
    }
  }
  return FFI.dlopen("libc.musl-aarch64.so.1", wanted).symbols as Symbols;
}

function openPipes(libc: Symbols, input: Uint8Array | undefined): Channels {
  const stdin = input === undefined ? undefined : memoryFile(libc, input);
  const pipes = { stdout: openPipe(libc), stderr: openPipe(libc) };
  const closeChildEnds = () => {
    for (const fd of [stdin, pipes.stdout.writeEnd, pipes.stderr.writeEnd]) if (fd !== undefined) closeSync(fd);
  };
  let finish: () => boolean = () => false;
  return {
    stdio: [stdin ?? "ignore", pipes.stdout.writeEnd, pipes.stderr.writeEnd],
    attach(_child: ChildProcess, sink: Sink) {
      closeChildEnds();
      finish = readBoth({ stdout: pipes.stdout.readEnd, stderr: pipes.stderr.readEnd }, sink);
    },
    finish: () => Promise.resolve(finish()),
    abandon() {
      closeChildEnds();
      for (const { readEnd } of Object.values(pipes)) closeSync(readEnd);
    },
  };
}

/** Only the read end is non-blocking: opening it anew gives it flags of its own. */
function openPipe(libc: Symbols): { readonly readEnd: number; readonly writeEnd: number } {
  const ends = new Int32Array(2);
  if (libc.pipe2(ends, O_CLOEXEC) !== 0) throw new Error("Cannot make a pipe");
  const [readEnd, writeEnd] = ends as unknown as [number, number];
  const nonBlocking = openSync(`/proc/self/fd/${readEnd}`, constants.O_RDONLY | constants.O_NONBLOCK);
  closeSync(readEnd);
  return { readEnd: nonBlocking, writeEnd };
}

/** A file without a name, opened anew to be read from its start. */
function memoryFile(libc: Symbols, input: Uint8Array): number {
  const fd = libc.memfd_create(new TextEncoder().encode("stdin\0"), MFD_CLOEXEC);
  if (fd < 0) throw new Error("Cannot make a file in memory");
  for (let rest = input; rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
  const reader = openSync(`/proc/self/fd/${fd}`, constants.O_RDONLY);
  closeSync(fd);
  return reader;
}

/** Polls both pipes, quickly while bytes come. Returns the function that reads the rest and closes them. */
function readBoth(fds: Readonly<Record<StreamName, number>>, sink: Sink): () => boolean {
  const open = new Set<StreamName>(["stdout", "stderr"]);
  const readOnce = (name: StreamName): number => {
    const chunk = readSome(fds[name]);
    if (chunk === undefined) open.delete(name);
    else if (chunk.length > 0) sink(name, chunk);
    return chunk?.length ?? 0;
  };
  let pauseMs = BUSY_MS;
  let timer: ReturnType<typeof setTimeout>;
  const poll = () => {
    const taken = [...open].reduce((sum, name) => sum + readOnce(name), 0);
    pauseMs = taken > 0 ? BUSY_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
    if (open.size > 0) timer = setTimeout(poll, taken < CHUNK ? pauseMs : 0);
  };
  timer = setTimeout(poll, BUSY_MS);
  return () => {
    clearTimeout(timer);
    for (const name of [...open]) for (let rest = MAX_REST, taken = 1; taken > 0 && rest > 0; rest -= taken) taken = readOnce(name);
    for (const fd of Object.values(fds)) closeSync(fd);
    return open.size > 0;
  };
}

/** Empty when there is nothing now, undefined at the end. */
function readSome(fd: number): Uint8Array | undefined {
  const buffer = new Uint8Array(CHUNK);
  try {
    const length = readSync(fd, buffer, 0, CHUNK, null);
    return length === 0 ? undefined : buffer.slice(0, length);
  } catch (error) {
    if (errnoName(error) === "EAGAIN" || errnoName(error) === "EINTR") return new Uint8Array(0);
    throw error;
  }
}
