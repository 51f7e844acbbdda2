/** Test runners that look into every folder also run the tests of the worktrees inside the main tree: each test once for each worktree. */
import { join, relative } from "@std/path";
import { DataError } from "../../errors.ts";
import type { Environment } from "../../platform/child-environment.ts";
import { readLenientTextIfExists } from "../../platform/read-file.ts";
import { detectStack, projectIn } from "../config/detect-stack.ts";
import type { StackName } from "../config/stack.ts";
import type { WorktreePlace } from "../worktrees/worktree-place.ts";
import type { WorktreeInfo } from "../worktrees/worktree-status.ts";
import { type Finding, problem } from "./finding.ts";

/** Measured: what a runner collects without a setting. The others stay within their package or module. */
const COLLECTS: Readonly<Partial<Record<StackName, "all" | "visible">>> = {
  vitest: "all",
  jest: "all",
  node: "all",
  deno: "all",
  bun: "visible",
  pytest: "visible",
};

/** Where an exclusion can be written down. */
const SETTINGS: Readonly<Partial<Record<StackName, readonly string[]>>> = {
  vitest: ["vitest.config", "vitest.workspace", "vite.config"].flatMap((name) =>
    ["ts", "mts", "cts", "js", "mjs", "cjs"].map((end) => `${name}.${end}`),
  ),
  jest: ["package.json", ...["ts", "mts", "cts", "js", "mjs", "cjs", "json"].map((end) => `jest.config.${end}`)],
  node: ["package.json"],
  deno: ["deno.json", "deno.jsonc"],
  bun: ["bunfig.toml", "package.json"],
  pytest: ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "conftest.py"],
};

/** A problem when the main tree's runner collects worktrees that are there and its settings do not name their folder. */
export function collectedFinding(place: WorktreePlace, infos: readonly WorktreeInfo[], env: Environment): Finding | undefined {
  const { mainPath, root } = place;
  const folder = relative(mainPath, root);
  if (
    place.main.layout.top === undefined ||
    folder === "" ||
    folder.startsWith("..") ||
    !infos.some(({ path }) => path.startsWith(`${root}/`))
  )
    return undefined;
  const name = stackOf(mainPath, env);
  const collects = name === undefined ? undefined : COLLECTS[name];
  if (name === undefined || collects === undefined) return undefined;
  if (collects === "visible" && folder.split("/").some((part) => part.startsWith("."))) return undefined;
  const first = folder.split("/")[0]!;
  if (SETTINGS[name]!.some((file) => (readLenientTextIfExists(join(mainPath, file)) ?? "").includes(first))) return undefined;
  return problem(
    `${name} also runs the tests of the worktrees in ${folder}: exclude '${first}/**' there, or set worktreeRoot in x-skills.json to a folder outside`,
  );
}

function stackOf(folder: string, env: Environment): StackName | undefined {
  try {
    return detectStack(projectIn(folder, env))?.name;
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
