interface BunHasher {
  update(bytes: Uint8Array): BunHasher;
  digest(encoding: "hex"): string;
}

/** Bun's own hasher: `node:crypto` would cost ten times the start-up time. */
export function hash(parts: readonly Uint8Array[]): string {
  const { Bun } = globalThis as unknown as { Bun: { CryptoHasher: new (algorithm: string) => BunHasher } };
  const hasher = new Bun.CryptoHasher("sha256");
  for (const part of parts) hasher.update(part);
  return hasher.digest("hex");
}
