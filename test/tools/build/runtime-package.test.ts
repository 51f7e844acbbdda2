/** Runtimes of the matrix: pinned in bun.lock, checked before use. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isElf, readElf } from "../../../lib/tools/build/elf.ts";
import { verifyIntegrity } from "../../../lib/tools/build/fetch-runtime.ts";
import { RUNTIME_PACKAGES, runtimePackage } from "../../../lib/tools/build/runtime-package.ts";
import manifest from "../../../package.json";
import { ROOT } from "../../harness/repository.ts";
import { tree } from "../../harness/tree.ts";

test.each(Object.entries(RUNTIME_PACKAGES))("the runtime of %s is pinned at our version", (target, name) => {
  expect(runtimePackage(target).spec).toBe(`${name}@${manifest.devDependencies.bun}`);
  expect(runtimePackage(target).integrity).toMatch(/^sha512-/);
});

test("the targets of ship.mk are these", () => {
  const [, names] = /^MATRIX +:= (.*)$/m.exec(readFileSync(join(ROOT, "lib/tools/build/ship.mk"), "utf8"))!;
  expect(names!.split(" ")).toEqual(Object.keys(RUNTIME_PACKAGES));
});

test("an unknown target and a package without a sha512 are refused", () => {
  expect(() => runtimePackage("toString")).toThrow("Unknown target 'toString'");
  expect(() => runtimePackage("linux-x64", `{"packages": {"@oven/bun-linux-x64": ["a@1", "", {}, "sha1-abc"],},}`)).toThrow(
    "bun.lock pins no sha512 for @oven/bun-linux-x64",
  );
});

test("an archive that is not the pinned one is refused", () => {
  using dir = tree({ archive: "text" });
  const digest = new Bun.CryptoHasher("sha512").update("text").digest("base64");
  expect(() => verifyIntegrity(dir.path("archive"), `sha512-${digest}`)).not.toThrow();
  expect(() => verifyIntegrity(dir.path("archive"), runtimePackage("linux-x64").integrity)).toThrow("bun.lock pins sha512-");
});

test.skipIf(process.platform !== "linux")("a real program's loader and libraries are read", () => {
  const bytes = readFileSync(process.execPath);
  expect(isElf(bytes)).toBe(true);
  const { architecture, interpreter, needed } = readElf(bytes);
  expect(architecture).toBe(process.arch);
  expect(interpreter).toMatch(/^\/lib.*\/ld-/);
  expect(needed.some((name) => name.startsWith("libc."))).toBe(true);
});
