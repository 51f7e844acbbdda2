/** The merge driver as a command, and in the hands of the real git: merge, rebase, cherry-pick, criss-cross. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-merge-state.ts";
import { type Sandbox, sandbox } from "./git/sandbox.ts";
import { blackBox, type Row } from "./harness/black-box.ts";
import { commandLine } from "./harness/runtime.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const ARGS = ["O", "A", "B", "ai/execution-state.json"];
const NAME = "ai/execution-state.json";

function versions(base: string, ours: string, theirs: string): Record<string, string> {
  return { O: base, A: ours, B: theirs };
}

const UNMERGEABLE = { code: 2, after: { A: "unchanged" } } as const;

blackBox(run, [
  {
    name: "both sides changed a field of their own",
    files: versions('{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":1,"b":2}'),
    args: ARGS,
    stdout: { path: NAME, taken: ["b"] },
    after: { A: '{"a":2,"b":2}', B: "unchanged", O: "unchanged" },
  },
  {
    name: "nothing comes from theirs: ours is not touched",
    files: versions('{"a":1}', '{"a":2}', '{ "a": 1 }'),
    args: ARGS.slice(0, 3),
    stdout: { path: "A", taken: [] },
    after: { A: "unchanged" },
  },
  {
    name: "a conflict is written into ours",
    files: versions('{"a":1}\n', '{"a":2}\n', '{"a":3}\n'),
    args: ARGS,
    code: 1,
    stderr: [`Conflict in ${NAME}: both sides changed a`],
    after: { A: '{\n<<<<<<< ours\n"a":2\n=======\n"a":3\n>>>>>>> theirs\n}\n' },
  },
  {
    name: "many conflicts are counted",
    files: versions("{}", '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', '{"a":2,"b":2,"c":2,"d":2,"e":2,"f":2}'),
    args: ARGS,
    code: 1,
    stderr: [`Conflict in ${NAME}: both sides changed a, b, c, d, e and 1 more`],
  },
  {
    name: "an empty ancestor: both sides made the file",
    files: versions("", '{"a":1}', '{"b":1}'),
    args: ARGS,
    stdout: { path: NAME, taken: ["b"] },
    after: { A: '{"a":1,"b":1}' },
  },
  {
    name: "an ancestor with conflict markers counts as none, and that is said",
    files: versions("<<<<<<< ours\n", '{"a":1}', '{"a":1,"b":1}'),
    args: ARGS,
    stdout: { path: NAME, taken: ["b"] },
    stderr: [
      `warn: ${NAME}: merged without an ancestor (ancestor:1:1: conflict markers (<<<<<<<) from a merge; resolve them first); what one side deleted is back`,
    ],
  },
  {
    name: "ours is no JSON",
    files: versions("{}", "{", "{}"),
    args: ARGS,
    stderr: [`Cannot merge ${NAME}: ours:1:2: expected a quoted key, found the end of the text; ours is kept`],
    ...UNMERGEABLE,
  },
  {
    name: "theirs is no object",
    files: versions("{}", "{}", "[]"),
    args: ARGS,
    stderr: [`Cannot merge ${NAME}: theirs:1:1: expected an object at the top; ours is kept`],
    ...UNMERGEABLE,
  },
  {
    name: "theirs is no UTF-8",
    files: { ...versions("{}", "{}", ""), B: new Uint8Array([0x7b, 0xff, 0x7d]) },
    args: ARGS,
    stderr: [`Cannot merge ${NAME}: theirs:1:2: invalid UTF-8; ours is kept`],
    ...UNMERGEABLE,
  },
  {
    name: "a version is not there",
    files: { O: "{}", A: "{}" },
    args: ARGS,
    stderr: `Cannot merge ${NAME}: theirs: no such file: $CWD/B; ours is kept\n`,
    ...UNMERGEABLE,
  },
  {
    name: "a path that begins with a hyphen",
    files: versions("{}", "{}", "{}"),
    args: ["O", "A", "B", "--", "-x"],
    stdout: { path: "-x", taken: [] },
  },
  { name: "two operands", args: ["O", "A"], code: 64, stderr: [USAGE] },
  { name: "an empty operand", args: ["O", "", "B"], code: 64, stderr: [`malformed ours '': expected a path; ${USAGE}`] },
] satisfies readonly Row[]);

const STATE = "ai/epics/epic-0049/execution-state.json";

function state(first: string, second: string, more = ""): string {
  return `{\n  "stories": {\n    "story-0049-0001": {\n      "status": "${first}"\n    },\n    "story-0049-0002": {\n      "status": "${second}"\n    }${more}\n  }\n}\n`;
}

/** A repository whose state files are merged by the program on this run's runtime. */
function repository(): Sandbox {
  const box = sandbox();
  const words = commandLine("x-merge-state").map((word) => `'${word}'`);
  box.git(["config", "merge.x-merge-state.driver", `${words.join(" ")} %O %A %B -- %P >/dev/null`]);
  box.commit({ ".gitattributes": "execution-state.json merge=x-merge-state\n", [STATE]: state("PENDING", "PENDING") }, "state");
  return box;
}

/** Two branches off one commit, each with a version of the state; on `develop` afterwards. */
function branches(box: Sandbox, ours: string, theirs: string): void {
  box.git(["checkout", "-q", "-b", "other"]);
  box.commit({ [STATE]: theirs }, "theirs");
  box.git(["checkout", "-q", "develop"]);
  box.commit({ [STATE]: ours }, "ours");
}

function content(box: Sandbox): string {
  return readFileSync(box.path(`${box.repo}/${STATE}`), "utf8");
}

describe("git", () => {
  const both = [state("DONE", "PENDING"), state("PENDING", "FAILED")] as const;

  test.each<[string, string[]]>([
    ["merge", ["merge", "-q", "--no-edit", "other"]],
    ["rebase", ["rebase", "-q", "other"]],
    ["cherry-pick", ["cherry-pick", "other"]],
    ["merge --squash", ["merge", "-q", "--squash", "other"]],
  ])("%s: neighbouring lines of two stories meet without a conflict", (_, args) => {
    using box = repository();
    branches(box, ...both);
    box.git(args);
    expect(content(box)).toBe(state("DONE", "FAILED"));
    expect(box.git(["status", "--porcelain", "--untracked-files=all"])).toBe(args.includes("--squash") ? `M  ${STATE}` : "");
  });

  test("a stash of one field comes back over a commit of another", () => {
    using box = repository();
    box.write(`${box.repo}/${STATE}`, both[1]);
    box.git(["stash", "-q"]);
    box.commit({ [STATE]: both[0] }, "ours");
    box.git(["stash", "pop", "-q"]);
    expect(content(box)).toBe(state("DONE", "FAILED"));
  });

  test("both branches made the file", () => {
    using box = repository();
    box.git(["rm", "-q", "--", STATE]);
    box.git(["commit", "-q", "-m", "gone"]);
    branches(box, '{"stories":{"a":{}}}', '{"stories":{"b":{}}}');
    box.git(["merge", "-q", "--no-edit", "other"]);
    expect(content(box)).toBe('{"stories":{"a":{},"b":{}}}');
  });

  test("the same field on both sides: git says conflict, markers around it alone, abort gives back", () => {
    using box = repository();
    branches(box, state("DONE", "PENDING"), state("FAILED", "DONE"));
    expect(box.status(["merge", "-q", "other"])).toBe(1);
    expect(box.git(["status", "--porcelain"])).toBe(`UU ${STATE}`);
    expect(content(box)).toBe(
      state("DONE", "DONE").replace(
        /.*"DONE"\n/,
        '<<<<<<< ours\n      "status": "DONE"\n=======\n      "status": "FAILED"\n>>>>>>> theirs\n',
      ),
    );
    box.git(["merge", "--abort"]);
    expect(content(box)).toBe(state("DONE", "PENDING"));
  });

  test("a version that is no JSON: git says conflict and ours is kept", () => {
    using box = repository();
    branches(box, both[0], "{ broken\n");
    expect(box.status(["merge", "-q", "other"])).toBe(1);
    expect(box.git(["status", "--porcelain"])).toBe(`UU ${STATE}`);
    expect(content(box)).toBe(both[0]);
  });

  test("criss-cross merges, whose ancestor git makes itself", () => {
    using box = repository();
    branches(box, ...both);
    box.git(["tag", "ours"]);
    box.git(["merge", "-q", "--no-edit", "other"]);
    box.commit({ [STATE]: state("DONE", "FAILED", ',\n    "story-0049-0003": {}') }, "more");
    box.git(["checkout", "-q", "other"]);
    box.git(["merge", "-q", "--no-edit", "ours"]);
    box.commit({ [STATE]: state("MERGED", "FAILED") }, "merged");
    box.git(["merge", "-q", "--no-edit", "develop"]);
    expect(content(box)).toBe(state("MERGED", "FAILED", ',\n    "story-0049-0003": {}'));
  });
});
