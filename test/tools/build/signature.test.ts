/** Signatures of macOS programs: read page by page, and taken off. */
import { expect, test } from "bun:test";
import { binaryProblems } from "../../../lib/tools/build/binary-problems.ts";
import { checkSignature } from "../../../lib/tools/build/check-signature.ts";
import { readMachO } from "../../../lib/tools/build/mach-o.ts";
import { removeSignature } from "../../../lib/tools/build/remove-signature.ts";
import { signedMachO } from "./mach-o-file.ts";

const X64 = 0x01000007;

test("a whole signature has no wrong page", () => {
  expect(checkSignature(signedMachO())).toEqual({
    identifier: "test",
    adhoc: true,
    hardenedRuntime: false,
    pages: 2,
    wrongPages: [],
    coversAll: true,
  });
});

test.each([
  ["the first page", 600, [0]],
  ["the last byte before the signature", 0x1000 + 511, [1]],
])("a changed byte in %s is found", (_, offset, wrongPages) => {
  const file = signedMachO();
  file[offset]! ^= 1;
  expect(checkSignature(file)?.wrongPages).toEqual(wrongPages);
});

test("flags tell an ad-hoc signature from one with the hardened runtime", () => {
  expect(checkSignature(signedMachO({ flags: 0x10000 }))).toMatchObject({ adhoc: false, hardenedRuntime: true });
});

test("a file without signature is the rest of a signed one, and shorter by command and hashes", () => {
  const signed = signedMachO({ cpu: X64 });
  const { signature, linkEdit } = readMachO(signed);
  const bare = removeSignature(signed);
  const read = readMachO(bare);
  expect(read.signature).toBeUndefined();
  expect(read.commands).toHaveLength(1);
  expect(bare.length).toBe(signature!.offset);
  expect(bare.subarray(0x200)).toEqual(signed.subarray(0x200, signature!.offset));
  const view = new DataView(bare.buffer);
  expect(view.getUint32(20, true)).toBe(72);
  expect(view.getBigUint64(linkEdit! + 48, true)).toBe(512n);
  expect(view.getBigUint64(linkEdit! + 32, true)).toBe(0x1000n);
  expect(checkSignature(bare)).toBeUndefined();
  expect(removeSignature(bare)).toBe(bare);
});

test("a signature that is not the end of the file is left alone", () => {
  const longer = new Uint8Array([...signedMachO(), 0]);
  expect(() => removeSignature(longer)).toThrow("it is not the last thing in the file");
});

test("a load command without size is not followed for ever", () => {
  const file = signedMachO();
  new DataView(file.buffer).setUint32(36, 0, true);
  expect(() => readMachO(file)).toThrow(RangeError);
});

test("what is wrong with a binary is said in words", () => {
  const broken = signedMachO({ flags: 0x10000 });
  broken[600]! ^= 1;
  const problems = binaryProblems(broken, "darwin-arm64", ["x-name"]);
  expect(problems).toContain("the signature is not an ad-hoc one");
  expect(problems).toContain("the signature has 1 wrong page hashes");
  expect(problems).toContain("the script is not in it: no 'x-name'");
  expect(binaryProblems(signedMachO({ cpu: X64 }), "darwin-x64", [])).toContain("it is signed");
  expect(binaryProblems(removeSignature(signedMachO()), "darwin-arm64", [])).toContain("it is not signed");
  expect(binaryProblems(signedMachO(), "linux-x64", [])).toEqual(["format is mach-o, not elf"]);
  expect(binaryProblems(signedMachO({ cpu: X64 }), "darwin-arm64", [])).toContain("architecture: x64, not arm64");
  expect(binaryProblems(new Uint8Array(64), "linux-x64", [])).toEqual(["format is unknown, not elf"]);
  expect(binaryProblems(signedMachO(), "plan9-mips", [])).toEqual(["unknown target plan9-mips"]);
});
