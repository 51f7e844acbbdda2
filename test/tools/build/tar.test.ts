/** Archives of `make dist`: readable by the real tar, and made of nothing but their content. */
import { expect, test } from "bun:test";
import { lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { type Member, tar } from "../../../lib/tools/build/tar.ts";
import { run } from "../../harness/run-script.ts";
import { tree } from "../../harness/tree.ts";

async function bytesOf(members: readonly Member[], seconds = 0): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar(members, seconds)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("the real tar unpacks files, programs, links, long names and times", async () => {
  using dir = tree({ program: "#!/bin/sh\n", out: { dir: true } });
  const long = `top/${"folder/".repeat(12)}${"n".repeat(90)}`;
  const archive = await bytesOf(
    [
      { path: "top/text", content: { text: "só\n" } },
      { path: "top/program", executable: true, content: { file: dir.path("program") } },
      { path: "top/link", content: { link: "program" } },
      { path: long, content: { text: "x".repeat(512) } },
    ],
    1_700_000_000,
  );
  expect(archive.length % 512).toBe(0);
  const { stderr, code } = await run(["tar", "-xf", "-", "-C", "out"], { cwd: dir.root, stdin: archive });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(readFileSync(dir.path("out/top/text"), "utf8")).toBe("só\n");
  expect(statSync(dir.path("out/top/text")).mode & 0o777).toBe(0o644);
  expect(statSync(dir.path("out/top/text")).mtimeMs).toBe(1_700_000_000_000);
  expect(statSync(dir.path("out/top/program")).mode & 0o777).toBe(0o755);
  expect(lstatSync(dir.path("out/top/link")).isSymbolicLink()).toBe(true);
  expect(readlinkSync(dir.path("out/top/link"))).toBe("program");
  expect(readFileSync(dir.path(`out/${long}`), "utf8")).toBe("x".repeat(512));
});

test("the same members give the same bytes, and no owner's name", async () => {
  const members = [{ path: "a", content: { text: "b" } }];
  const archive = await bytesOf(members);
  expect(await bytesOf(members)).toEqual(archive);
  const { stdout } = await run(["tar", "-tvf", "-"], { cwd: "/", stdin: archive });
  expect(stdout).toBe("-rw-r--r-- root/root         1 1970-01-01 00:00 a\n");
});

test("large files begin at a block of the compressor, and unpack as they were", async () => {
  const bytes = new Uint8Array(1_500_000).map((_, i) => i * 7);
  using dir = tree({ big: bytes, out: { dir: true } });
  const big = { file: dir.path("big") };
  const archive = await bytesOf(["a", "b", "c"].map((path) => ({ path, content: big })));
  for (let at = archive.indexOf(bytes), found = 0; found < 3; found++, at = archive.indexOf(bytes, at + 1))
    expect([at, at % 131_072]).toEqual([at, 0]);
  const { stderr, code } = await run(["tar", "-xf", "-", "-C", "out"], { cwd: dir.root, stdin: archive });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  for (const path of ["a", "b", "c"]) expect(new Uint8Array(readFileSync(dir.path(`out/${path}`)))).toEqual(bytes);
});

test("a name that fits no header is refused", async () => {
  const long = { path: "n".repeat(101), content: { text: "" } };
  await expect(bytesOf([long])).rejects.toThrow("its name is too long");
});
