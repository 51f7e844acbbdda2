/** Checks the embedded signature of a Mach-O file as `codesign --verify` does its pages: every hash against the bytes it stands for. */
import { textAt, viewOf } from "./byte-view.ts";
import { readMachO } from "./mach-o.ts";

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const SHA256 = 2;
const ADHOC = 0x2;
const HARDENED_RUNTIME = 0x10000;

export interface SignatureReport {
  readonly identifier: string;
  readonly adhoc: boolean;
  /** A program with this flag and a broken page is killed; Bun's own code needs entitlements under it. */
  readonly hardenedRuntime: boolean;
  readonly pages: number;
  /** Numbers of the pages whose hash does not fit; empty when all is well. */
  readonly wrongPages: readonly number[];
  /** Whether the hashes cover all bytes before the signature. */
  readonly coversAll: boolean;
}

/** Undefined when there is no signature. Throws when there is one that this code cannot read. */
export function checkSignature(bytes: Uint8Array): SignatureReport | undefined {
  const { signature } = readMachO(bytes);
  if (signature === undefined) return undefined;
  const blob = bytes.subarray(signature.offset, signature.offset + signature.size);
  const directory = blob.subarray(directoryOffset(blob));
  const view = viewOf(directory);
  if (view.getUint8(37) !== SHA256) throw new Error("Cannot read the signature: its hashes are not sha256");
  const flags = view.getUint32(12);
  const hashes = view.getUint32(16);
  const pages = view.getUint32(28);
  const limit = view.getUint32(32);
  const hashSize = view.getUint8(36);
  const pageSize = 2 ** view.getUint8(39);
  const wrongPages: number[] = [];
  for (let page = 0; page < pages; page++) {
    const content = bytes.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit));
    const hash = new Bun.CryptoHasher("sha256").update(content).digest();
    if (Buffer.compare(hash, directory.subarray(hashes + page * hashSize, hashes + (page + 1) * hashSize)) !== 0) wrongPages.push(page);
  }
  return {
    identifier: textAt(directory, view.getUint32(20)),
    adhoc: (flags & ADHOC) !== 0,
    hardenedRuntime: (flags & HARDENED_RUNTIME) !== 0,
    pages,
    wrongPages,
    coversAll: limit === signature.offset && pages === Math.ceil(limit / pageSize),
  };
}

/** Where the code directory begins within the signature, whose own numbers are big endian. */
function directoryOffset(blob: Uint8Array): number {
  const view = viewOf(blob);
  if (view.getUint32(0) !== SUPER_BLOB) throw new Error("Cannot read the signature: it is no super blob");
  for (let i = 0; i < view.getUint32(8); i++) {
    const offset = view.getUint32(12 + i * 8 + 4);
    if (view.getUint32(offset) === CODE_DIRECTORY) return offset;
  }
  throw new Error("Cannot read the signature: it has no code directory");
}
