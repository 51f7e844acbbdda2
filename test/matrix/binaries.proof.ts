/** Every binary of the matrix, read without running it: format, architecture, loader, libraries, script, signature pages. Run by `make test-matrix`. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binaryProblems } from "../../lib/tools/build/binary-problems.ts";
import { checkSignature } from "../../lib/tools/build/check-signature.ts";
import { readMachO } from "../../lib/tools/build/mach-o.ts";
import { RUNTIME_PACKAGES } from "../../lib/tools/build/runtime-package.ts";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";

const skills = await loadSkills();

for (const target of Object.keys(RUNTIME_PACKAGES)) {
  const path = (name: string) => join(ROOT, "compiled", target, name);
  describe(target, () => {
    test("the multicall has every skill", () => {
      const texts = skills.flatMap(({ name, contract }) => [name, contract.summary]);
      expect(binaryProblems(readFileSync(path("x-skills")), target, [target, ...texts])).toEqual([]);
    });

    test.each(skills.filter(({ name }) => existsSync(path(name))))("$name", ({ name, contract }) => {
      expect(binaryProblems(readFileSync(path(name)), target, [target, name, contract.summary])).toEqual([]);
    });
  });
}

test("darwin-arm64 is signed by itself, and each of its pages has the hash that the signature gives", () => {
  const report = checkSignature(readFileSync(join(ROOT, "compiled/darwin-arm64/x-internal-update-status")));
  expect(report).toMatchObject({ adhoc: true, hardenedRuntime: false, coversAll: true, wrongPages: [] });
  expect(report!.pages).toBeGreaterThan(20_000);
});

test("darwin-x64 has no signature, and its last segment ends with the file", () => {
  const bytes = readFileSync(join(ROOT, "compiled/darwin-x64/x-internal-update-status"));
  const { signature, linkEdit } = readMachO(bytes);
  expect(signature).toBeUndefined();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expect(Number(view.getBigUint64(linkEdit! + 40, true) + view.getBigUint64(linkEdit! + 48, true))).toBe(bytes.length);
});

test("a base runtime as it came, without a script, is found out", () => {
  const runtime = readFileSync(join(ROOT, "node_modules/.bin/bun"));
  expect(binaryProblems(runtime, `${process.platform}-${process.arch}`, ["x-internal-update-status"])).toContain(
    "the script is not in it: no 'x-internal-update-status'",
  );
});
