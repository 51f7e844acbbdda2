import { createHash } from "node:crypto";

/** Deno has no hasher of its own. */
export function hash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
