import { expect, test } from "bun:test";
import { childEnvironment } from "../../lib/platform/child-environment.ts";

const HOOK = {
  PATH: "/bin",
  GIT_DIR: ".git",
  GIT_INDEX_FILE: "i",
  GIT_CONFIG_COUNT: "1",
  GIT_AUTHOR_NAME: "A",
  BUN_OPTIONS: "x",
  PWD: "/old",
};

test.each([
  ["a hook's environment", HOOK, false, {}, { PATH: "/bin", GIT_AUTHOR_NAME: "A", PWD: "/new" }],
  [
    "kept for a command that git calls",
    HOOK,
    true,
    {},
    { PATH: "/bin", GIT_DIR: ".git", GIT_INDEX_FILE: "i", GIT_CONFIG_COUNT: "1", GIT_AUTHOR_NAME: "A", PWD: "/new" },
  ],
  [
    "what is added wins and stays",
    HOOK,
    false,
    { GIT_INDEX_FILE: "mine", PATH: "/usr/bin" },
    { GIT_INDEX_FILE: "mine", PATH: "/usr/bin", GIT_AUTHOR_NAME: "A", PWD: "/new" },
  ],
  ["what is added as undefined goes", { A: "1", B: "2", C: undefined }, false, { A: undefined }, { B: "2", PWD: "/new" }],
])("%s", (_, env, keepRepository, added, want) => {
  expect(childEnvironment(env, "/new", { keepRepository, added })).toEqual(want as Record<string, string>);
});

test("every variable that git calls local to a repository is dropped", () => {
  const names = Bun.spawnSync(["git", "rev-parse", "--local-env-vars"]).stdout.toString().trim().split("\n");
  const env = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(childEnvironment(env, "/", { keepRepository: false })).toEqual({ PWD: "/" });
});
