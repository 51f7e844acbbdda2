import { existsSync } from "@std/fs";
import { dirname, join } from "@std/path";

/** The top folder of the repository or worktree around `cwd`, where `x-skills.json` is; `cwd` itself where there is none. */
export function projectFolder(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
