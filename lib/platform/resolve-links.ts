import { basename, dirname, join, resolve } from "@std/path";
import { IoError } from "../errors.ts";
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";
import { errnoName, isAbsent, reasonOf } from "./io-error.ts";

const MAX_LINKS = 40;

/** The real path of a file that may not exist yet: links are followed, also a dangling one to where it points. Undefined when its folder is absent. */
export function resolveLinks(path: string): string | undefined {
  let current = path;
  try {
    const real = files.realPath(path);
    if (real !== undefined) return real;
    for (let links = 0; links < MAX_LINKS; links++) {
      const folder = files.realPath(dirname(current));
      if (folder === undefined) return undefined;
      current = join(folder, basename(current));
      const target = linkTarget(current);
      if (target === undefined) return current;
      current = resolve(dirname(current), target);
    }
  } catch (error) {
    throw new IoError("resolve", path, reasonOf(error));
  }
  throw new IoError("resolve", path, "too many symbolic links");
}

function linkTarget(path: string): string | undefined {
  try {
    return nodeFs().readlinkSync(path);
  } catch (error) {
    if (errnoName(error) === "EINVAL" || isAbsent(error)) return undefined;
    throw error;
  }
}
