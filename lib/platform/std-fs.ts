/** What `@std/fs` means in this kit: the functions we use, same names and signatures, over `node:fs` (spec page 5). */
import { lstatSync, mkdirSync, statSync } from "node:fs";
import { isAbsent } from "./io-error.ts";

/** Whether something is at `path`; a dangling link is not. Other failures than absence throw. */
export function existsSync(path: string, options: { readonly isFile?: boolean; readonly isDirectory?: boolean } = {}): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (options.isFile) return stat.isFile();
    return options.isDirectory ? stat.isDirectory() : true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Makes the directory and its parents; what is there already stays. Throws when a file is in the way. */
export function ensureDirSync(dir: string): void {
  mkdirSync(dir, { recursive: true });
  if (!lstatSync(dir).isDirectory() && !statSync(dir).isDirectory()) throw new Error(`Cannot make "${dir}": a file is in the way`);
}
