import { isDeno } from "./runtime.ts";

interface BunHasher {
  update(text: string): BunHasher;
  digest(encoding: "hex"): string;
}

/** SHA-256 of the text as UTF-8, as 64 lower-case hex digits. */
export const sha256: (text: string) => string = isDeno ? sha256OfNode : sha256OfBun;

/** Bun's own hasher: `node:crypto` would cost ten times the start-up time. */
function sha256OfBun(text: string): string {
  const { Bun } = globalThis as unknown as { Bun: { CryptoHasher: new (algorithm: string) => BunHasher } };
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** For Deno, which has no hasher of its own. */
export function sha256OfNode(text: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text, "utf8").digest("hex");
}
