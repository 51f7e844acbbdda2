/** Reads what the build must know of a Mach-O file (macOS, 64 bit, little endian): load commands, architecture, where the signature is. */
import { textAt, viewOf } from "./byte-view.ts";

const MAGIC_64 = 0xfeedfacf;
const HEADER_SIZE = 32;
const ARCHITECTURES: Readonly<Record<number, string>> = { 16777223: "x64", 16777228: "arm64" };
const LC_LOAD_DYLIB = 0xc;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;

/** One load command: its kind and where it stands in the file. */
interface LoadCommand {
  readonly kind: number;
  readonly offset: number;
  readonly size: number;
}

export interface MachO {
  readonly architecture: string;
  readonly commands: readonly LoadCommand[];
  /** Paths of the libraries that the loader must find. */
  readonly needed: readonly string[];
  /** The command that says where the signature is, and where that is in the file. */
  readonly signature: { readonly command: LoadCommand; readonly offset: number; readonly size: number } | undefined;
  /** Offset of the command of `__LINKEDIT`, the segment that holds the signature. */
  readonly linkEdit: number | undefined;
}

/** Whether the file begins as a 64-bit Mach-O file does. */
export function isMachO(bytes: Uint8Array): boolean {
  return viewOf(bytes).getUint32(0, true) === MAGIC_64;
}

/** Throws a `RangeError` when a command does not lie within the file. */
export function readMachO(bytes: Uint8Array): MachO {
  const view = viewOf(bytes);
  const commands: LoadCommand[] = [];
  let offset = HEADER_SIZE;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const size = view.getUint32(offset + 4, true);
    if (size < 8) throw new RangeError(`Cannot read Mach-O: load command at ${offset} has ${size} bytes`);
    commands.push({ kind: view.getUint32(offset, true), offset, size });
    offset += size;
  }
  const signed = commands.find(({ kind }) => kind === LC_CODE_SIGNATURE);
  return {
    architecture: ARCHITECTURES[view.getUint32(4, true)] ?? "unknown",
    commands,
    needed: commands
      .filter(({ kind }) => kind === LC_LOAD_DYLIB)
      .map((it) => textAt(bytes, it.offset + view.getUint32(it.offset + 8, true))),
    signature: signed && {
      command: signed,
      offset: view.getUint32(signed.offset + 8, true),
      size: view.getUint32(signed.offset + 12, true),
    },
    linkEdit: commands.find((it) => it.kind === LC_SEGMENT_64 && textAt(bytes, it.offset + 8) === "__LINKEDIT")?.offset,
  };
}
