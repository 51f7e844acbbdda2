/** Full disks, read-only folders, other users, odd files (spec page 7, 9, 10, 11, 13). */
import { afterAll, describe, expect, test } from "bun:test";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { run as command } from "../../scripts/x-internal-update-status.ts";
import { blackBox } from "../harness/black-box.ts";
import { type Outcome, run, runScript } from "../harness/run-script.ts";
import { commandLine } from "../harness/runtime.ts";
import { type Tree, tree } from "../harness/tree.ts";
import { S, state, story } from "./fixtures.ts";

const name = "x-internal-update-status";
const BEFORE = state('"status": "A"');

describe("a state file that is no regular JSON file", () => {
  blackBox(command, [
    {
      name: "a folder: write",
      files: { [S]: { dir: true } },
      args: story("a", "b"),
      code: 4,
      stderr: `Atomic write failed: ${S} is not a regular file\n`,
    },
    {
      name: "a folder: read",
      files: { [S]: { dir: true } },
      args: [...story(), "--read-only"],
      code: 65,
      stderr: `State file is not valid JSON: ${S}: not a regular file\n`,
    },
    {
      name: "empty",
      files: { [S]: "" },
      args: story("a", "b"),
      code: 4,
      stderr: `Atomic write failed: not valid JSON: ${S}:1:1: expected a value, found the end of the text\n`,
      after: { [S]: "unchanged" },
    },
    {
      name: "null",
      files: { [S]: "null" },
      args: [...story("a", "b"), "--initialize"],
      code: 4,
      stderr: `Atomic write failed: not valid JSON: ${S}:1:1: expected an object at the top\n`,
      after: { [S]: "unchanged" },
    },
    {
      name: "cut off",
      files: { [S]: BEFORE.slice(0, 40) },
      args: [...story(), "--read-only"],
      code: 65,
      stderr: /^State file is not valid JSON: execution-state\.json:\d+:\d+: .+, found the end of the text$|unterminated string$/m,
    },
    {
      name: "two objects",
      files: { [S]: "{}\n{}" },
      args: [...story(), "--read-only"],
      code: 65,
      stderr: `State file is not valid JSON: ${S}:2:1: expected the end of the text, found '{'\n`,
    },
    {
      name: "conflict markers: write",
      files: { [S]: '{\n<<<<<<< ours\n"a":1\n=======\n>>>>>>> theirs\n}' },
      args: story("a", "b"),
      code: 4,
      stderr: /^Atomic write failed: not valid JSON: execution-state\.json:2:1: conflict markers \(<<<<<<<\)/,
      after: { [S]: "unchanged" },
    },
    {
      name: "conflict markers: read",
      files: { [S]: "{\n<<<<<<< ours\n}" },
      args: [...story(), "--read-only"],
      code: 65,
      stderr: /^State file is not valid JSON: execution-state\.json:2:1: conflict markers/,
    },
    {
      name: "invalid UTF-8: write",
      files: { [S]: Buffer.from('{"é\n":"\xff"}', "latin1") },
      args: story("a", "b"),
      code: 4,
      stderr: /^Atomic write failed: not valid JSON: execution-state\.json:1:3: invalid UTF-8$/m,
      after: { [S]: "unchanged" },
    },
    {
      name: "invalid UTF-8: read",
      files: { [S]: Buffer.from('{"a":\n"\xff"}', "latin1") },
      args: [...story(), "--read-only"],
      code: 65,
      stderr: `State file is not valid JSON: ${S}:2:2: invalid UTF-8\n`,
    },
    {
      name: "control characters in its path are escaped",
      args: [...story("a", "b"), "--file", "\u001b[31m\u009b.json"],
      code: 1,
      stderr: "State file not found: \\u001b[31m\\u009b.json\n",
    },
    {
      name: "a version of no known kind, read",
      files: { [S]: '{"version":"9","stories":{}}' },
      args: [...story(), "--read-only"],
      stdout: { previousValue: null, newValue: null, fileSha: "$re:.{64}", noOp: true },
      stderr: ["warn: unknown schema version '9'"],
    },
  ]);

  test("a FIFO: no hang", async () => {
    using dir = tree();
    await run(["mkfifo", S], { cwd: dir.root });
    const outcome = await runScript(name, story("a", "b"), { cwd: dir.root, timeoutMs: 5_000 });
    expect(outcome).toEqual({ stdout: "", stderr: `Atomic write failed: ${S} is not a regular file\n`, code: 4 });
  });

  test("nested 200,000 levels deep", async () => {
    using dir = tree({ [S]: `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)},"stories":{"story-0049-0005":{}}}` });
    const outcome = await runScript(name, story("a", "b"), { cwd: dir.root });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  });
});

describe("stdout that takes no more", () => {
  test("/dev/full: 74, and it says that the state was written", async () => {
    using dir = tree({ [S]: BEFORE });
    const full = openSync("/dev/full", "w");
    const outcome = await runScript(name, story("status", "X"), { cwd: dir.root, stdout: full });
    closeSync(full);
    expect(outcome.stderr).toMatch(/^State written \(sha256 [0-9a-f]{64}\), but stdout failed: no space left on device\n$/);
    expect(outcome.code).toBe(74);
    expect(readFileSync(dir.path(S), "utf8")).toBe(state('"status": "X"'));
  });

  test.each([
    ["100 bytes", 10],
    ["300 kB", 300_000],
  ])("a pipe whose reader left, %s: 74, the state whole", async (_, size) => {
    using dir = tree({ [S]: state(`"status": "${"y".repeat(size)}"`) });
    const words = [...commandLine(name), ...story("status", "X")].map((word) => `'${word}'`).join(" ");
    const outcome = await run(["bash", "-c", `{ sleep 0.3; ${words}; echo "code $?" >&2; } | :`], { cwd: dir.root });
    expect(outcome.stderr).toMatch(/^State written \(sha256 [0-9a-f]{64}\), but stdout failed: the reader left\ncode 74\n$/);
    expect(readFileSync(dir.path(S), "utf8")).toBe(state('"status": "X"'));
  });
});

test("PATH without a single program: everything works", async () => {
  using dir = tree({ [S]: BEFORE });
  const outcome = await runScript(name, story("status", "X"), { cwd: dir.root, env: { PATH: "/nowhere" } });
  expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
});

const mounts: string[] = [];
afterAll(async () => {
  for (const path of mounts) await run(["umount", path], { cwd: "/" });
});

/** True when the mount succeeded; without the right to mount, the test says so and ends. */
async function mounted(words: string[], path: string): Promise<boolean> {
  const { code, stderr } = await run(["mount", ...words, path], { cwd: "/" });
  if (code === 0) mounts.push(path);
  else process.stderr.write(`skipped: cannot mount here: ${stderr}`);
  return code === 0;
}

describe("file systems", () => {
  test("a full 64 kB disk: exit 4, the file whole, no temporary file", async () => {
    using dir = tree({ disk: { dir: true } });
    if (!(await mounted(["-t", "tmpfs", "-o", "size=64k", "tmpfs"], dir.path("disk")))) return;
    const text = state(`"status": "A", "pad": "${"p".repeat(24_000)}"`);
    writeFileSync(dir.path(`disk/${S}`), text);
    writeFileSync(dir.path("disk/ballast"), "b".repeat(20_000));
    const outcome = await runScript(name, story("status", "X"), { cwd: dir.path("disk") });
    expect(outcome).toEqual({
      stdout: "",
      stderr: `Atomic write failed: cannot write ${dir.path("disk")}/${S}: no space left on device\n`,
      code: 4,
    });
    expect(readFileSync(dir.path(`disk/${S}`), "utf8")).toBe(text);
    expect(readdirSync(dir.path("disk")).sort()).toEqual(["ballast", S, `${S}.lock`]);
    await run(["umount", dir.path("disk")], { cwd: "/" });
  });

  test("a read-only mount: reading works, writing is exit 4", async () => {
    using dir = tree({ [`ro/${S}`]: BEFORE });
    if (!(await mounted(["--bind", "-o", "ro", dir.path("ro")], dir.path("ro")))) return;
    await run(["mount", "-o", "remount,bind,ro", dir.path("ro")], { cwd: "/" });
    const read = await runScript(name, [...story("status"), "--read-only"], { cwd: dir.path("ro") });
    const write = await runScript(name, story("status", "X"), { cwd: dir.path("ro") });
    expect([read.stderr, read.code]).toEqual(["", 0]);
    expect(write).toEqual({
      stdout: "",
      stderr: `Atomic write failed: cannot create ${dir.path("ro")}/${S}.lock: read-only file system\n`,
      code: 4,
    });
    await run(["umount", dir.path("ro")], { cwd: "/" });
  });
});

/** As an ordinary user: for root, no mode binds. */
describe("another user", () => {
  const asNobody = (dir: Tree, args: readonly string[]): Promise<Outcome> =>
    run(["setpriv", "--reuid", "65534", "--clear-groups", ...commandLine(name), ...args], { cwd: dir.root });
  const root = process.getuid?.() === 0;

  test.skipIf(!root)("a folder that may not be written: reading works, writing is exit 4", async () => {
    using dir = tree({ [S]: { text: BEFORE, mode: 0o644 } });
    await run(["chmod", "0555", dir.root], { cwd: "/" });
    const read = await asNobody(dir, [...story("status"), "--read-only"]);
    const write = await asNobody(dir, story("status", "X"));
    expect([read.stderr, read.code]).toEqual(["", 0]);
    expect([write.stderr, write.code]).toEqual([`Atomic write failed: cannot create ${dir.path(S)}.lock: permission denied\n`, 4]);
  });

  test.skipIf(!root)("a file that may not be read: 74 for a reader, 4 for a writer", async () => {
    using dir = tree({ [S]: { text: BEFORE, mode: 0o600 } });
    await run(["chmod", "0777", dir.root], { cwd: "/" });
    const read = await asNobody(dir, [...story("status"), "--read-only"]);
    const write = await asNobody(dir, story("status", "X"));
    expect([read.stderr, read.code]).toEqual([`Cannot read ${dir.path(S)}: permission denied\n`, 74]);
    expect([write.stderr, write.code]).toEqual([`Atomic write failed: cannot read ${dir.path(S)}: permission denied\n`, 4]);
  });

  test.skipIf(!root)("another user's lock file in a sticky folder can be used; mode and owner of the state stay", async () => {
    using dir = tree();
    mkdirSync(dir.path("tmp"));
    await run(["chmod", "1777", dir.path("tmp")], { cwd: "/" });
    await run(["chmod", "0755", dir.root], { cwd: "/" });
    writeFileSync(dir.path(`tmp/${S}`), BEFORE, { mode: 0o640 });
    writeFileSync(dir.path(`tmp/${S}.lock`), "");
    await run(["chown", "65534", dir.path(`tmp/${S}`)], { cwd: "/" });
    const write = await asNobody(dir, [...story("status", "X"), "--file", `tmp/${S}`]);
    expect([write.stderr, write.code]).toEqual(["", 0]);
    const asRoot = await runScript(name, [...story("status", "Y"), "--file", `tmp/${S}`], { cwd: dir.root });
    expect([asRoot.stderr, asRoot.code]).toEqual(["", 0]);
    const stat = statSync(dir.path(`tmp/${S}`));
    expect([stat.uid, stat.mode & 0o777]).toEqual([65534, 0o640]);
  });
});
