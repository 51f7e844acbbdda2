/** Where the tests ran: what turns a path that a tool printed into a path of the repository. */
export interface Place {
  /** Absolute real path of the working tree's top level. */
  readonly root: string;
  /** Folder below `root` in which the command ran; empty for `root` itself. */
  readonly workdir: string;
}

/** Bounded, as a longer chain would be looked at again from each of its colons. */
const LOCATION = /(?::\d+){1,4}$/;

/**
 * The path, relative to the repository's top level and with `/` between its parts; undefined when it lies outside.
 * Takes absolute, relative and Windows paths, `file://` URLs, and a `:line:column` behind them.
 */
export function repoPath(printed: string, place: Place): string | undefined {
  const path = printed
    .trim()
    .replace(/^file:\/\/(?=\/)/, "")
    .replaceAll("\\", "/")
    .replace(LOCATION, "");
  const root = place.root.replaceAll("\\", "/").replace(/\/+$/, "");
  if (isAbsolute(path)) return path.startsWith(`${root}/`) ? normal(path.slice(root.length + 1)) : undefined;
  return normal(place.workdir === "" ? path : `${place.workdir}/${path}`);
}

/** True for `/path`, `C:/path` and `C:\path`. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/** Joins a relative import to the folder of the file that has it; undefined when it leaves the repository. */
export function resolveFrom(importer: string, specifier: string): string | undefined {
  const slash = importer.lastIndexOf("/");
  return normal(`${slash < 0 ? "" : importer.slice(0, slash + 1)}${specifier}`);
}

function normal(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join("/");
}
