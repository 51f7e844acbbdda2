/** Tells a module of the project that is still to be written from a package that is not installed (spec page 6, RED (b)). */

import { isAbsolute, type Place, repoPath, resolveFrom } from "../repo-path.ts";
import type { Language } from "./load-problem.ts";

/** What is known of the project's own names. */
export interface ProjectNames {
  /** Repository paths of its files, tracked or not. */
  readonly files: ReadonlySet<string>;
  /** Names that it gives itself: npm package and workspaces, Go module path, crate. */
  readonly own: readonly string[];
  /** Packages that its manifests declare. */
  readonly declared: ReadonlySet<string>;
  /** Text of the task and its plan: a module that they name is to be written. */
  readonly planned: string;
}

export interface MissingModule {
  readonly specifier: string;
  readonly language: Language;
  /** Repository path of the file that asks for it. */
  readonly importer: string;
}

/** True when the module would be one of the project's files. */
export function isProjectModule(missing: MissingModule, names: ProjectNames, place: Place): boolean {
  switch (missing.language) {
    case "javascript":
      return isProjectImport(missing, names, place);
    case "python":
      return isProjectName(missing.specifier.split(".")[0]!, names);
    case "go":
      return names.own.some((module) => missing.specifier === module || missing.specifier.startsWith(`${module}/`));
    case "java":
      return isProjectPackage(missing.specifier, names);
    case "rust":
      return isProjectCrate(missing.specifier, names);
  }
}

function isProjectImport({ specifier, importer }: MissingModule, names: ProjectNames, place: Place): boolean {
  const path = specifier.replace(/[?#].*$/, "");
  if (path.startsWith("file:") || isAbsolute(path)) return isOwnPath(repoPath(path, place));
  if (/^\.\.?(?:\/|$)/.test(path)) return isOwnPath(resolveFrom(importer, path));
  if (/^(?:#|@\/|~\/)/.test(specifier)) return true;
  if (/^(?:node|bun|npm|jsr|https?):/.test(specifier)) return false;
  if (names.own.some((name) => path === name || path.startsWith(`${name}/`))) return true;
  const scope = path.startsWith("@") ? 2 : 1;
  const name = path.split("/").slice(0, scope).join("/");
  return path.includes("/") && scope === 1 && !names.declared.has(name) && hasFolder(name, names.files);
}

function isOwnPath(path: string | undefined): boolean {
  return path !== undefined && !path.split("/").includes("node_modules");
}

/** A top-level name says nothing by itself: it is the project's if a file or folder, or the plan, has it. */
function isProjectName(name: string, { files, declared, planned }: ProjectNames): boolean {
  if (declared.has(name) || declared.has(name.replaceAll("_", "-"))) return false;
  if (hasFolder(name, files) || hasFolder(`src/${name}`, files)) return true;
  for (const file of files) if (file === `${name}.py` || file.endsWith(`/${name}.py`)) return true;
  return new RegExp(`(?<![\\w-])${name.replace(/[^\w]/g, "\\$&")}(?![\\w-])`).test(planned);
}

function hasFolder(folder: string, files: ReadonlySet<string>): boolean {
  for (const file of files) if (file.startsWith(`${folder}/`)) return true;
  return false;
}

/** A package belongs to the project when a source of the project stands below its first two names. */
function isProjectPackage(name: string, { files }: ProjectNames): boolean {
  const start = `/${name.split(".").slice(0, 2).join("/")}/`;
  for (const file of files) if (`/${file}`.includes(start)) return true;
  return false;
}

function isProjectCrate(path: string, { own }: ProjectNames): boolean {
  const first = path.split("::")[0]!;
  return ["crate", "self", "super"].includes(first) || own.some((name) => name.replaceAll("-", "_") === first);
}
