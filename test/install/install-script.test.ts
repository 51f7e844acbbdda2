/** install.sh with programs that are shell scripts: what it picks, what it refuses, what it leaves. */
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { type Tree, tree } from "../harness/tree.ts";
import { fakeRelease } from "./fake-release.ts";

const SCRIPT = join(ROOT, "install.sh");
const linux = process.platform === "linux" && process.arch === "x64";

/** Programs that stand before the real ones on PATH and answer as another machine would. */
function machine(answers: Readonly<Record<string, string>>): Tree {
  return tree(Object.fromEntries(Object.entries(answers).map(([name, body]) => [name, { text: `#!/bin/sh\n${body}\n`, mode: 0o755 }])));
}

const uname = (system: string, cpu: string) => `case $1 in -s) echo ${system} ;; -m) echo ${cpu} ;; esac`;
const NO_MUSL = "echo 'ldd (GNU libc) 2.36'";
const MUSL = "echo 'musl libc (x86_64)' >&2; exit 1";

test.each([
  ["Linux with glibc", { uname: uname("Linux", "x86_64"), ldd: NO_MUSL }, "linux-x64"],
  ["Linux on arm64", { uname: uname("Linux", "aarch64"), ldd: NO_MUSL }, "linux-arm64"],
  ["macOS on Apple silicon", { uname: uname("Darwin", "arm64") }, "darwin-arm64"],
  ["macOS on x86-64", { uname: uname("Darwin", "x86_64"), sysctl: "[ $2 = hw.optional.sse4_2 ] && echo 1 || echo 0" }, "darwin-x64"],
] as const)("%s has its archive", async (_, answers, target) => {
  using bin = machine(answers);
  const outcome = await run(["sh", SCRIPT, "--print-target"], { cwd: bin.root, env: { PATH: `${bin.root}:${process.env.PATH}` } });
  expect(outcome).toEqual({ stdout: `${target}\n`, stderr: "", code: 0 });
});

test.each([
  ["an unknown processor", { uname: uname("Linux", "riscv64") }, "no binaries for riscv64: only x86-64 and arm64 have them"],
  ["an unknown system", { uname: uname("FreeBSD", "amd64") }, "no binaries for FreeBSD: only Linux and macOS have them"],
  ["32-bit programs", { uname: uname("Linux", "x86_64"), getconf: "echo 32" }, "no binaries for a 32-bit system on a 64-bit processor"],
  ["an old Mac", { uname: uname("Darwin", "x86_64"), sysctl: "echo 0" }, "this processor has no SSE4.2"],
  ["an old PC", { uname: uname("Linux", "x86_64"), ldd: NO_MUSL, grep: "exit 1" }, "this processor has no SSE4.2"],
  [
    "musl without libstdc++",
    { uname: uname("Linux", "x86_64"), ldd: MUSL },
    "libstdc++ is required on musl systems; on Alpine: apk add libstdc++",
  ],
] as const)("%s: a clear word", async (_, answers, word) => {
  using bin = machine(answers);
  const { stdout, stderr, code } = await run(["sh", SCRIPT, "--print-target"], {
    cwd: bin.root,
    env: { PATH: `${bin.root}:${process.env.PATH}` },
  });
  expect(stdout).toBe("");
  expect(stderr).toStartWith(`install.sh: ${word}`);
  expect(code).toBe(1);
});

test("under Rosetta the binaries for Apple silicon are taken", async () => {
  using bin = machine({ uname: uname("Darwin", "x86_64"), sysctl: "echo 1" });
  const { stdout, stderr } = await run(["sh", SCRIPT, "--print-target"], {
    cwd: bin.root,
    env: { PATH: `${bin.root}:${process.env.PATH}` },
  });
  expect(stdout).toBe("darwin-arm64\n");
  expect(stderr).toContain("Rosetta");
});

describe.skipIf(!linux)("on this machine", () => {
  const install = (dir: Tree, ...more: string[]) =>
    run(["sh", SCRIPT, "--prefix", dir.path("a prefix"), "--from", dir.path("release"), ...more], { cwd: dir.root });
  const everything = (dir: Tree) => [...new Bun.Glob("**/*").scanSync({ cwd: dir.path("a prefix"), dot: true, onlyFiles: false })].sort();

  test("installs, says where, installs again, and leaves nothing", async () => {
    using dir = tree();
    fakeRelease(dir.path("release"));
    const first = await install(dir);
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain(`installed x-skills 9.9.9 (fake) in ${dir.path("a prefix")}, 2 programs (multicall)\n`);
    const files = everything(dir);
    expect(files).toContain("share/a folder/a file");
    const manifest = readFileSync(dir.path("a prefix/share/x-skills/manifest"), "utf8");
    expect((await install(dir)).stdout).toBe(first.stdout);
    expect(everything(dir)).toEqual(files);
    expect(readFileSync(dir.path("a prefix/share/x-skills/manifest"), "utf8")).toBe(manifest);
    expect((await install(dir, "--uninstall")).stdout).toBe(`removed x-skills from ${dir.path("a prefix")}\n`);
    expect(existsSync(dir.path("a prefix"))).toBe(false);
    expect((await install(dir, "--uninstall")).stdout).toBe(`x-skills is not installed in ${dir.path("a prefix")}\n`);
  });

  test("what was there before stays, folders too", async () => {
    using dir = tree({ "a prefix/bin/other": "", "a prefix/share/man/keep": { dir: true } });
    fakeRelease(dir.path("release"));
    await install(dir);
    await install(dir);
    await install(dir, "--uninstall");
    expect(everything(dir)).toEqual(["bin", "bin/other", "share", "share/man", "share/man/keep"]);
  });

  test("an update takes away what the new version no longer has", async () => {
    using dir = tree();
    fakeRelease(dir.path("release"), { more: ["x-gone"] });
    await install(dir);
    expect(existsSync(dir.path("a prefix/bin/x-gone"))).toBe(true);
    rmSync(dir.path("release"), { recursive: true });
    fakeRelease(dir.path("release"));
    await install(dir);
    expect(everything(dir)).not.toContain("bin/x-gone");
    await install(dir, "--uninstall");
    expect(existsSync(dir.path("a prefix"))).toBe(false);
  });

  test("a file of somebody else's is not overwritten", async () => {
    using dir = tree({ "a prefix/bin/x-skills": "mine" });
    fakeRelease(dir.path("release"));
    const { stderr, code } = await install(dir);
    expect(stderr).toContain("bin/x-skills was not installed by x-skills: move it away first; nothing was changed");
    expect(code).toBe(1);
    expect(everything(dir)).toEqual(["bin", "bin/x-skills"]);
  });

  test.each([
    [
      "a damaged archive",
      (dir: Tree) => appendFileSync(dir.path("release/x-skills-9.9.9-linux-x64.tar.gz"), "x"),
      "does not have the sum that SHA256SUMS gives: nothing was installed",
    ],
    [
      "no archive for this machine",
      (dir: Tree) => writeFileSync(dir.path("release/SHA256SUMS"), ""),
      "the release has no archive for linux-x64",
    ],
    ["no release", (dir: Tree) => rmSync(dir.path("release"), { recursive: true }), "give the release folder with --from"],
    [
      "programs that do not start",
      (dir: Tree) => fakeRelease(dir.path("release"), { program: "#!/bin/sh\necho Illegal instruction >&2; exit 132\n" }),
      "the binaries do not work here, nothing was installed; x-internal-update-status said: Illegal instruction",
    ],
    [
      "programs that say nothing",
      (dir: Tree) => fakeRelease(dir.path("release"), { program: "#!/bin/sh\nexit 0\n" }),
      "said: nothing (is BUN_BE_BUN or BUN_OPTIONS set?)",
    ],
  ])("%s: nothing is installed", async (_, spoil, word) => {
    using dir = tree();
    fakeRelease(dir.path("release"));
    spoil(dir);
    const { stderr, code } = await install(dir);
    expect(stderr).toContain(word);
    expect(code).toBe(1);
    expect(existsSync(dir.path("a prefix"))).toBe(false);
  });

  test("an install that was cut short is on record, and taken away whole", async () => {
    using dir = tree();
    fakeRelease(dir.path("release"));
    using bin = machine({ cp: 'case $* in *" /"*man1*) exit 1 ;; esac; exec /bin/cp "$@"' });
    const words = ["sh", SCRIPT, "--prefix", dir.path("a prefix"), "--from", dir.path("release")];
    const { code } = await run(words, { cwd: dir.root, env: { PATH: `${bin.root}:${process.env.PATH}` } });
    expect(code).not.toBe(0);
    expect(existsSync(dir.path("a prefix/bin/x-skills"))).toBe(true);
    expect((await install(dir, "--uninstall")).code).toBe(0);
    expect(existsSync(dir.path("a prefix"))).toBe(false);
  });

  test.skipIf(Bun.which("curl") === null && Bun.which("wget") === null)("a release behind a URL", async () => {
    using dir = tree();
    fakeRelease(dir.path("release"));
    await using server = Bun.serve({
      port: 0,
      fetch: ({ url }) => {
        const file = Bun.file(join(dir.path("release"), new URL(url).pathname));
        return file.exists().then((exists) => (exists ? new Response(file) : new Response(null, { status: 404 })));
      },
    });
    const from = `http://127.0.0.1:${server.port}`;
    expect((await install(dir, "--from", from)).stdout).toContain("2 programs");
    const gone = await install(dir, "--from", `${from}/gone`);
    expect(gone.stderr).toContain(`cannot fetch ${from}/gone/SHA256SUMS`);
    expect(gone.code).toBe(1);
  });

  test("no root is needed, and no folder but the prefix is written", async () => {
    using dir = tree();
    fakeRelease(dir.path("release"));
    mkdirSync(dir.path("a prefix"));
    Bun.spawnSync(["chmod", "-R", "a+rX", dir.root]);
    Bun.spawnSync(["chmod", "777", dir.path("a prefix")]);
    const words = [
      "setpriv",
      "--reuid",
      "65534",
      "--clear-groups",
      "sh",
      "-s",
      "--",
      "--prefix",
      dir.path("a prefix"),
      "--from",
      dir.path("release"),
    ];
    const { stderr, code } = await run(words, { cwd: "/", stdin: readFileSync(SCRIPT), env: { HOME: "/nonexistent" } });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(readdirSync(dir.path("a prefix")).sort()).toEqual(["bin", "share"]);
  });
});

test.each([[["--frobnicate"]], [["--layout", "tiny"]]])("%j is a usage error", async (args) => {
  const { stdout, stderr, code } = await run(["sh", SCRIPT, ...args], { cwd: "/" });
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^(unknown argument|malformed --layout)/);
  expect(code).toBe(64);
});
