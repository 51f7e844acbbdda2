/** Odd places and rough ends: no repository, no commit, bare, detached, hooks around, signals (page 7, cases 23 to 28). On bun only. */
import { expect } from "bun:test";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { sandbox } from "../git/sandbox.ts";
import { barePath } from "./github.ts";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, changes, leftovers, processesIn, subjects, taskBranch } from "./observed.ts";
import { CALC, SHORT } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask, startTask, withLines } from "./run-task.ts";
import { expectEnd, taskRows, taskTest } from "./task-rows.ts";

taskRows([
  {
    name: "a repository without a commit (case 23)",
    before: (box) => {
      rmSync(box.path("repo/.git"), { recursive: true });
      box.git(["init", "-q", "-b", "develop"]);
    },
    errorCode: "NO_COMMIT_YET",
    after: (_, { stderr }) => expect(stderr).not.toMatch(/\n\s+at /),
  },
  {
    name: "no repository",
    before: (box) => rmSync(box.path("repo/.git"), { recursive: true }),
    errorCode: "NOT_A_REPOSITORY",
    after: (_, { stderr }) => expect(stderr).not.toMatch(/\n\s+at /),
  },
  {
    name: "a bare repository",
    before: (box) => box.git(["clone", "-q", "--bare", "repo", "bare.git"], "."),
    cwd: "bare.git",
    errorCode: "NOT_A_REPOSITORY",
  },
  {
    name: "detached HEAD: LEGACY begins at develop",
    before: (box) => box.git(["checkout", "-q", "--detach"]),
    subjects: SHORT_SUBJECTS,
    after: (box) => expect(box.git(["symbolic-ref", "--short", "HEAD"])).toBe("develop"),
  },
  {
    name: "detached HEAD with --orchestrated: there is no current branch",
    before: (box) => box.git(["checkout", "-q", "--detach"]),
    args: [CALC.id, "--orchestrated"],
    errorCode: "PRECONDITION_FAILED",
    after: (box) => expect(branches(box)).toEqual(["develop"]),
  },
  {
    name: "a submodule is a repository of its own",
    before: (box) => {
      box.git(["init", "-q", "-b", "develop", "host"], ".");
      box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("repo"), "sub"], "host");
      box.git(["commit", "-q", "-m", "host"], "host");
      box.git(["checkout", "-q", "-B", "develop"], "host/sub");
      Bun.spawnSync([
        "cp",
        box.path("repo/.aikittools/features/feature-0049/execution-state.json"),
        box.path("host/sub/.aikittools/features/feature-0049/"),
      ]);
    },
    cwd: "host/sub",
    after: (box, { last }) => {
      const text = box.git(["log", "--reverse", "--format=%s", `develop..${last.branchName}`], "host/sub");
      expect(text.split("\n")).toEqual([...SHORT_SUBJECTS]);
      expect(box.git(["log", "--format=%s"], "host")).toBe("host");
    },
  },
  {
    name: "the main folder's linked worktree folder is gone in the middle (case 26)",
    project: { steps: { "red-1": `cd ..; rm -rf task-0049-0005-001` } },
    args: [CALC.id, "--worktree", "--no-ci-watch"],
    code: 1,
    after: (box, { last }) => {
      expect(["WORKTREE_FAILED", "NOT_A_REPOSITORY"]).toContain(String(last.errorCode));
      expect([box.git(["log", "--format=%s", "develop"]), changes(box)]).toEqual(["start", []]);
    },
  },
  {
    name: "git is missing",
    before: (box) => barePath(box, "git"),
    env: (box) => ({ PATH: box.bin }),
    code: 127,
    stderr: /git is required/,
  },
  { name: "an unknown flag", args: [CALC.id, "--fast"], code: 64, stderr: /unknown flag --fast; usage: / },
  { name: "no operand", args: [], code: 64, stderr: /^usage: / },
  { name: "two operands", args: [CALC.id, "and more"], code: 64, stderr: /usage: / },
  {
    name: "a test command nowhere to be found",
    project: { files: { "x-skills.json": "{}\n", "package.json": null } },
    code: 64,
    stderr: /commands\.test/,
  },
  {
    name: "settings that are broken",
    project: { files: { "x-skills.json": '{"comands":{}}\n' } },
    code: 65,
    stderr: /x-skills\.json: comands/,
  },
]);

taskTest("called from a git hook of another repository, with tests that make repositories: the host is unchanged (case 28)", async () => {
  const suite =
    "d=$(mktemp -d) && (cd $d && git init -q . && git commit -q --allow-empty -m x && rm -rf $d)\nexec awk -f tools/suite.awk src/*.js tests/*.js\n";
  using box = project({ tasks: [SHORT], files: { "tools/suite.sh": `[ -d reports ] || mkdir reports\n${suite}` } });
  using host = sandbox({ repo: "host" });
  const look = () => [host.git(["for-each-ref"]), host.git(["status", "--porcelain"]), host.git(["config", "--local", "--list"])];
  const before = look();
  const env = {
    GIT_DIR: host.path("host/.git"),
    GIT_WORK_TREE: host.path("host"),
    GIT_INDEX_FILE: host.path("host/.git/index"),
    GIT_PREFIX: "",
  };
  expectEnd(await runTask(box, { env }), {});
  expect([subjects(box), look()]).toEqual([[...SHORT_SUBJECTS], before]);
});

for (const [name, number] of [
  ["SIGTERM", 15],
  ["SIGINT", 2],
  ["SIGHUP", 1],
] as const) {
  taskTest(`${name} while the worker runs: it ends with us, and the next call goes on`, async () => {
    using box = project({ tasks: [SHORT], steps: { "green-1": `: > "$here/waiting"; sleep 30` } });
    await using program = startTask(box);
    await waitFor(box, "worker/waiting");
    program.kill(name);
    const outcome = await program.outcome;
    expect([outcome.code, outcome.signal]).toEqual([128 + number, undefined]);
    expect(processesIn(box.root)).toEqual([]);
    box.teach({ "green-1": HONEST["green-1"]! });
    expectEnd(await runTask(box), {});
    expect([subjects(box), leftovers(box)]).toEqual([[...SHORT_SUBJECTS], []]);
  });
}

taskTest("SIGTERM while the suite runs", async () => {
  const suite =
    "[ -d reports ] || mkdir reports\n[ ! -f ../slow ] || { : > ../waiting; sleep 30; }\nexec awk -f tools/suite.awk src/*.js tests/*.js\n";
  using box = project({ tasks: [SHORT], files: { "tools/suite.sh": suite } });
  box.write("slow", "");
  await using program = startTask(box);
  await waitFor(box, "waiting");
  program.kill("SIGTERM");
  const { code, stdout } = withLines(await program.outcome);
  expect([code, processesIn(box.root)]).toEqual([143, []]);
  expect(stdout).not.toContain("DONE");
  rmSync(box.path("slow"));
  expectEnd(await runTask(box), {});
  expect(subjects(box, taskBranch(box))).toEqual([...SHORT_SUBJECTS]);
});

async function waitFor(box: Project, path: string): Promise<void> {
  for (let i = 0; !existsSync(box.path(path)); i++) {
    if (i > 500) throw new Error(`${path} never came`);
    await Bun.sleep(20);
  }
  mkdirSync(box.path("seen"), { recursive: true });
}
