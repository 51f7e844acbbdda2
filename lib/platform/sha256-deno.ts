import { createHash } from "node:crypto";

export function hash(parts: readonly Uint8Array[]): string {
  const hasher = createHash("sha256");
  for (const part of parts) hasher.update(part);
  return hasher.digest("hex");
}
