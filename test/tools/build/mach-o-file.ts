/** Makes small Mach-O files for tests: two pages of code, `__LINKEDIT`, and an ad-hoc signature over all of it. */

const PAGE = 0x1000;
const HEADER = 32;
const SEGMENT = 72;
const SIGNATURE_COMMAND = 16;
const HASH = 32;

/** `flags` of the code directory: 2 is ad hoc, 0x10000 the hardened runtime. */
export function signedMachO({ flags = 2, cpu = 0x0100000c } = {}): Uint8Array {
  const pages = 2;
  const limit = PAGE + 512;
  const directory = codeDirectory(limit, pages, flags);
  const file = new Uint8Array(limit + directory.length + 20);
  const view = new DataView(file.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(4, cpu, true);
  view.setUint32(16, 2, true);
  view.setUint32(20, SEGMENT + SIGNATURE_COMMAND, true);
  linkEdit(file, HEADER, { at: PAGE, size: file.length - PAGE });
  const command = HEADER + SEGMENT;
  view.setUint32(command, 0x1d, true);
  view.setUint32(command + 4, SIGNATURE_COMMAND, true);
  view.setUint32(command + 8, limit, true);
  view.setUint32(command + 12, directory.length + 20, true);
  file.fill(0xab, 512, limit);
  for (let page = 0; page < pages; page++) {
    const content = file.subarray(page * PAGE, Math.min((page + 1) * PAGE, limit));
    directory.set(new Bun.CryptoHasher("sha256").update(content).digest(), directory.length - (pages - page) * HASH);
  }
  const blob = new DataView(file.buffer, limit);
  blob.setUint32(0, 0xfade0cc0);
  blob.setUint32(4, directory.length + 20);
  blob.setUint32(8, 1);
  blob.setUint32(16, 20);
  file.set(directory, limit + 20);
  return file;
}

function linkEdit(file: Uint8Array, offset: number, { at, size }: { at: number; size: number }): void {
  const view = new DataView(file.buffer);
  view.setUint32(offset, 0x19, true);
  view.setUint32(offset + 4, SEGMENT, true);
  file.set(new TextEncoder().encode("__LINKEDIT"), offset + 8);
  view.setBigUint64(offset + 32, BigInt(2 * PAGE), true);
  view.setBigUint64(offset + 40, BigInt(at), true);
  view.setBigUint64(offset + 48, BigInt(size), true);
}

/** A code directory whose hashes are still zero. */
function codeDirectory(limit: number, pages: number, flags: number): Uint8Array {
  const identifier = new TextEncoder().encode("test\0");
  const hashes = 44 + identifier.length;
  const bytes = new Uint8Array(hashes + pages * HASH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xfade0c02);
  view.setUint32(4, bytes.length);
  view.setUint32(12, flags);
  view.setUint32(16, hashes);
  view.setUint32(20, 44);
  view.setUint32(28, pages);
  view.setUint32(32, limit);
  view.setUint8(36, HASH);
  view.setUint8(37, 2);
  view.setUint8(39, 12);
  bytes.set(identifier, 44);
  return bytes;
}
