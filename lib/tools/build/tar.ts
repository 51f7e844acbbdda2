/** Writes tar archives (POSIX ustar) that depend on nothing but their content: no owner, no clock, the order given. */
import { createReadStream, statSync } from "node:fs";

/** One member: a file made from text or from another file, or a symbolic link. Folders are not written; every tar makes them. */
export interface Member {
  /** Relative, with `/`. */
  readonly path: string;
  readonly executable?: boolean;
  readonly content: { readonly text: string } | { readonly file: string } | { readonly link: string };
}

const BLOCK = 512;
const CHUNK = 1 << 20;
/** zstd looks for long matches block by block; only where two binaries begin at the same place of a block does it find all of the second in the first. */
const ALIGNMENT = 128 * 1024;

/** The archive, in pieces. `seconds` is every member's time. */
export async function* tar(members: readonly Member[], seconds: number): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const piece of pieces(members, seconds, () => position)) {
    position += piece.length;
    yield piece;
  }
}

async function* pieces(members: readonly Member[], seconds: number, position: () => number): AsyncGenerator<Uint8Array> {
  for (const { path, executable = false, content } of members) {
    if ("link" in content) {
      yield header({ path, mode: 0o777, size: 0, seconds, link: content.link });
      continue;
    }
    const bytes = "text" in content ? new TextEncoder().encode(content.text) : undefined;
    const size = bytes?.length ?? statSync((content as { file: string }).file).size;
    if (size > CHUNK) yield* padding(position(), seconds);
    yield header({ path, mode: executable ? 0o755 : 0o644, size, seconds });
    if (bytes !== undefined) yield bytes;
    else yield* createReadStream((content as { file: string }).file, { highWaterMark: CHUNK });
    if (size % BLOCK !== 0) yield new Uint8Array(BLOCK - (size % BLOCK));
  }
  yield new Uint8Array(2 * BLOCK);
}

/** A comment of such a length (pax extended header) that the content of the member after it begins at a multiple of `ALIGNMENT`. */
function* padding(position: number, seconds: number): Generator<Uint8Array> {
  if ((position + BLOCK) % ALIGNMENT === 0) return;
  const rest = (position + 2 * BLOCK) % ALIGNMENT;
  const size = ALIGNMENT - rest;
  yield header({ path: "padding", mode: 0o644, size, seconds, kind: "x" });
  const record = Buffer.alloc(size, " ");
  record.write(`${size} comment=`);
  record.write("\n", size - 1);
  yield record;
}

interface Header {
  readonly path: string;
  readonly mode: number;
  readonly size: number;
  readonly seconds: number;
  readonly link?: string;
  readonly kind?: "0" | "2" | "x";
}

function header({ path, mode, size, seconds, link = "", kind = link === "" ? "0" : "2" }: Header): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = split(path);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(seconds, 12), 100);
  block.write("        ", 148);
  block.write(kind, 156);
  block.write(link, 157);
  block.write("ustar\0" + "00", 257);
  block.write("root", 265);
  block.write("root", 297);
  block.write(octal(0, 8) + octal(0, 8), 329);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Names of over 100 bytes are cut at a `/` into two fields of 155 and 100. */
function split(path: string): readonly [prefix: string, name: string] {
  if (path.length <= 100) return ["", path];
  const cut = path.lastIndexOf("/", 155);
  if (cut < 0 || path.length - cut - 1 > 100) throw new Error(`Cannot archive ${path}: its name is too long`);
  return [path.slice(0, cut), path.slice(cut + 1)];
}
