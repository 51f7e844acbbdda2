/** What `@std/fs` means in this kit: the functions we use, same names and signatures, over `node:fs` (spec page 5). */
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";

/** Whether something is at `path`; a dangling link is not. Other failures than absence throw. */
export function existsSync(path: string, options: { readonly isFile?: boolean; readonly isDirectory?: boolean } = {}): boolean {
  const there = files.stat(path);
  if (options.isFile) return there?.isFile ?? false;
  return options.isDirectory ? (there?.isDirectory ?? false) : there !== undefined;
}

/** Makes the directory and its parents; what is there already stays. Throws when a file is in the way. */
export function ensureDirSync(dir: string): void {
  nodeFs().mkdirSync(dir, { recursive: true });
  if (!files.stat(dir)?.isDirectory) throw new Error(`Cannot make "${dir}": a file is in the way`);
}
