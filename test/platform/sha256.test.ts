import { expect, test } from "bun:test";
import { sha256, sha256OfNode } from "../../lib/platform/sha256.ts";

test("sha256 of a text is that of its UTF-8 bytes, on both runtimes' ways", () => {
  const want = "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c";
  expect(sha256("é")).toBe(want);
  expect(sha256OfNode("é")).toBe(want);
});
