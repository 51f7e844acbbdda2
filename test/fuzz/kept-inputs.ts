/** Inputs that once were a fault, as files of `test/fuzz/found/`: `<target>-<seed>.json`, the run's files by their names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "./fuzz-target.ts";

const FOLDER = join(import.meta.dir, "found");

/** Text where the bytes are UTF-8, so that people can read it. */
type Kept = Readonly<Record<string, string | { readonly base64: string }>>;

export interface KeptInput {
  readonly file: string;
  readonly target: string;
  readonly input: Input;
}

/** Writes the file and returns its path, relative to this folder. */
export function keepInput(target: string, seed: number, input: Input): string {
  mkdirSync(FOLDER, { recursive: true });
  const kept: Kept = Object.fromEntries(Object.entries(input).map(([name, bytes]) => [name, asText(bytes) ?? { base64: asBase64(bytes) }]));
  const file = `${target}-${seed}.json`;
  writeFileSync(join(FOLDER, file), `${JSON.stringify(kept, null, 2)}\n`);
  return `found/${file}`;
}

/** All that is in the folder, in order. */
export function keptInputs(): readonly KeptInput[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const kept: Kept = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
    const input = Object.entries(kept).map(([name, part]) => [name, typeof part === "string" ? encoded(part) : fromBase64(part.base64)]);
    return { file, target: file.replace(/-[^-]+\.json$/, ""), input: Object.fromEntries(input) };
  });
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function asBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}
