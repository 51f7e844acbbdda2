/** Reads what the build must know of an ELF file (Linux, 64 bit, little endian): architecture, loader, libraries. */
import { textAt, viewOf } from "./byte-view.ts";

const MAGIC = 0x464c457f;
const ARCHITECTURES: Readonly<Record<number, string>> = { 62: "x64", 183: "arm64" };
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;
const DT_NEEDED = 1n;
const DT_STRTAB = 5n;

export interface Elf {
  readonly architecture: string;
  /** Path of the loader: which libc the program was built for. */
  readonly interpreter: string | undefined;
  /** Names of the libraries that the loader must find. */
  readonly needed: readonly string[];
}

/** Whether the file begins as an ELF file does. */
export function isElf(bytes: Uint8Array): boolean {
  return viewOf(bytes).getUint32(0, true) === MAGIC;
}

/** Throws a `RangeError` when a header points outside the file. */
export function readElf(bytes: Uint8Array): Elf {
  const view = viewOf(bytes);
  const segments = segmentsOf(view);
  const interpreter = segments.find(({ kind }) => kind === PT_INTERP);
  return {
    architecture: ARCHITECTURES[view.getUint16(18, true)] ?? "unknown",
    interpreter: interpreter && textAt(bytes, interpreter.offset),
    needed: neededLibraries(bytes, segments),
  };
}

interface Segment {
  readonly kind: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

function segmentsOf(view: DataView): readonly Segment[] {
  const table = Number(view.getBigUint64(32, true));
  const entrySize = view.getUint16(54, true);
  return Array.from({ length: view.getUint16(56, true) }, (_, i) => {
    const at = table + i * entrySize;
    return {
      kind: view.getUint32(at, true),
      offset: Number(view.getBigUint64(at + 8, true)),
      address: Number(view.getBigUint64(at + 16, true)),
      size: Number(view.getBigUint64(at + 32, true)),
    };
  });
}

/** The dynamic section names them by their place in a string table, which it gives as an address in memory. */
function neededLibraries(bytes: Uint8Array, segments: readonly Segment[]): readonly string[] {
  const dynamic = segments.find(({ kind }) => kind === PT_DYNAMIC);
  if (dynamic === undefined) return [];
  const view = viewOf(bytes);
  const names: number[] = [];
  let strings = 0;
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
    const tag = view.getBigUint64(at, true);
    const value = Number(view.getBigUint64(at + 8, true));
    if (tag === DT_NEEDED) names.push(value);
    if (tag === DT_STRTAB) strings = fileOffset(value, segments);
  }
  return names.map((name) => textAt(bytes, strings + name));
}

function fileOffset(address: number, segments: readonly Segment[]): number {
  const holder = segments.find((it) => it.kind === PT_LOAD && address >= it.address && address < it.address + it.size);
  if (holder === undefined) throw new RangeError(`Cannot read ELF: address ${address} is in no segment`);
  return holder.offset + address - holder.address;
}
