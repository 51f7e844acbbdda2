/** Where git looks for the hooks of a repository, and who else manages them. */
import { existsSync } from "@std/fs";
import { join, resolve } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { readList } from "../../git/run-git.ts";
import { readLenientTextIfExists } from "../../platform/read-file.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";
import { callsUs, HOOKS, type HookName, hookCall } from "./hook-script.ts";

/** Who else the folder belongs to: only this clone; everyone who has the repository, as its files are versioned; other repositories. */
type Audience = "clone" | "project" | "others";

export interface HooksFolder {
  /** Absolute, links resolved as far as it exists. */
  readonly path: string;
  readonly audience: Audience;
}

/** The folder that git uses, `core.hooksPath` honoured, or the one that is asked for. */
export async function hooksFolder(repository: Repository, asked?: string): Promise<HooksFolder> {
  const { top, gitDir, commonDir } = repository.layout;
  const configured = asked ?? (await configuredPath(repository));
  const path = configured === undefined ? join(commonDir, "hooks") : resolve(top ?? gitDir, configured);
  const real = resolveLinks(path) ?? path;
  if (isWithin(real, commonDir)) return { path: real, audience: "clone" };
  return { path: real, audience: top !== undefined && isWithin(real, top) ? "project" : "others" };
}

/** Our own reading calls set `core.hooksPath` themselves, in the scope `command`, which does not count. */
async function configuredPath(repository: Repository): Promise<string | undefined> {
  const parts = await readList(repository, ["config", "--show-scope", "-z", "--type=path", "--get-all", "core.hooksPath"]);
  const values = parts.filter((_, i) => i % 2 === 1 && parts[i - 1] !== "command");
  return values.at(-1);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** A line that the user adds to a file of theirs; paths from the top of the tree. */
export interface ManualLine {
  readonly hook: HookName;
  readonly file: string;
  readonly line: string;
}

export interface Manager {
  readonly name: "git" | "husky" | "lefthook";
  /** For husky and lefthook, which write the hooks themselves. */
  readonly lines: readonly ManualLine[];
  /** Whether the files of the tool call us for that hook. */
  calls(hook: HookName): boolean;
}

const LEFTHOOK = ["lefthook", ".lefthook", ".config/lefthook"].flatMap((name) =>
  ["yml", "yaml", "toml", "json", "jsonc"].map((extension) => `${name}.${extension}`),
);
const LEFTHOOK_LOCAL = ["lefthook-local.yml", ".lefthook-local.yml", "lefthook-local.yaml", "lefthook-local.toml"];

/** Looks at the tree, at the folder's name and into the hooks that are there: both tools write their name into those. */
export function managerOf(top: string | undefined, { path, audience }: HooksFolder): Manager {
  const texts = HOOKS.map((hook) => readLenientTextIfExists(join(path, hook)) ?? "");
  const isHusky = top !== undefined && existsSync(join(top, ".husky"), { isDirectory: true });
  if (isHusky && (audience === "clone" || isWithin(path, join(top, ".husky")))) return husky(top);
  if (texts.some((text) => /\bhusky\b/i.test(text))) return oldHusky(top);
  const config = LEFTHOOK.find((name) => top !== undefined && existsSync(join(top, name)));
  if (config !== undefined || texts.some((text) => /\blefthook\b/i.test(text))) return lefthook(top, config ?? LEFTHOOK[0]!);
  return { name: "git", lines: [], calls: () => false };
}

/** From version 5 on: one file for each hook. */
function husky(top: string): Manager {
  const file = (hook: HookName) => `.husky/${hook}`;
  const lines = HOOKS.map((hook) => ({
    hook,
    file: file(hook),
    line: `${hookCall(hook)} ${hook === "commit-msg" ? '"$1" ' : ""}>/dev/null`,
  }));
  return { name: "husky", lines, calls: (hook) => holdsCall(top, [file(hook)], hook) };
}

/** Version 4: hooks are settings of package.json. */
function oldHusky(top: string | undefined): Manager {
  const file = "package.json (husky.hooks)";
  const lines = HOOKS.map((hook) => ({
    hook,
    file,
    line: `"${hook}": "${hookCall(hook)}${hook === "commit-msg" ? " $HUSKY_GIT_PARAMS" : ""}"`,
  }));
  return { name: "husky", lines, calls: (hook) => holdsCall(top, ["package.json", ".huskyrc", ".huskyrc.json"], hook) };
}

function lefthook(top: string | undefined, file: string): Manager {
  const lines = HOOKS.map((hook) => ({
    hook,
    file,
    line: `${hook}: { commands: { x-skills: { run: '${hookCall(hook)}${hook === "commit-msg" ? " {1}" : ""} >/dev/null' } } }`,
  }));
  return { name: "lefthook", lines, calls: (hook) => holdsCall(top, [...LEFTHOOK, ...LEFTHOOK_LOCAL], hook) };
}

function holdsCall(top: string | undefined, files: readonly string[], hook: HookName): boolean {
  return top !== undefined && files.some((file) => callsUs(readLenientTextIfExists(join(top, file)) ?? "", hook));
}
