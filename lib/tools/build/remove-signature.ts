/**
 * Takes the signature off a Mach-O file: `remove-signature.ts PATH`.
 * Bun leaves its own Developer-ID signature on darwin-x64 programs although it changed the file, so it is broken there.
 * macOS on x86-64 starts programs without one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { viewOf } from "./byte-view.ts";
import { readMachO } from "./mach-o.ts";

const PAGE = 0x1000n;

/**
 * The file without signature; as it was when it has none.
 * Throws unless the signature is the end of the file and its load command the last one, as every linker writes them.
 */
export function removeSignature(original: Uint8Array): Uint8Array {
  const { commands, signature, linkEdit } = readMachO(original);
  if (signature === undefined) return original;
  const { command, offset, size } = signature;
  if (commands.at(-1) !== command || offset + size !== original.length || linkEdit === undefined) {
    throw new Error("Cannot remove the signature: it is not the last thing in the file");
  }
  const bytes = original.slice(0, offset);
  const view = viewOf(bytes);
  view.setUint32(16, view.getUint32(16, true) - 1, true);
  view.setUint32(20, view.getUint32(20, true) - command.size, true);
  bytes.fill(0, command.offset, command.offset + command.size);
  const fileSize = view.getBigUint64(linkEdit + 48, true) - BigInt(size);
  view.setBigUint64(linkEdit + 48, fileSize, true);
  view.setBigUint64(linkEdit + 32, ((fileSize + PAGE - 1n) / PAGE) * PAGE, true);
  return bytes;
}

if (import.meta.main) {
  const [path = ""] = process.argv.slice(2);
  writeFileSync(path, removeSignature(readFileSync(path)));
}
