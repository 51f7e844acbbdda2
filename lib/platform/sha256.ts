import { isDeno } from "./runtime.ts";

type Hash = (parts: readonly Uint8Array[]) => string;

/** SHA-256 of the parts read one after another, as 64 lower-case hex digits. */
export async function sha256(parts: readonly Uint8Array[]): Promise<string> {
  const { hash }: { hash: Hash } = isDeno ? await import("./sha256-deno.ts") : await import("./sha256-bun.ts");
  return hash(parts);
}
