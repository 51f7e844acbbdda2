import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One thing to put into a tree: text or bytes alone, or a file, folder or link with attributes. */
export type Entry =
  | string
  | Uint8Array
  | {
      readonly text?: string;
      readonly bytes?: Uint8Array;
      readonly dir?: boolean;
      /** Target of a symbolic link, as written into the link. */
      readonly symlink?: string;
      /** Permission bits, `0o600`. */
      readonly mode?: number;
      /** Seconds since the Unix epoch, or text for `touch -d @…` where nanoseconds matter. */
      readonly mtime?: number | string;
    };

export type Files = Readonly<Record<string, Entry>>;

export interface Tree extends Disposable {
  /** Absolute, links resolved. */
  readonly root: string;
  path(relative: string): string;
}

/** A throw-away folder with these files; it removes itself at the end of the `using` block. */
export function tree(files: Files = {}): Tree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "x-skills-")));
  const path = (relative: string) => join(root, relative);
  for (const [relative, entry] of Object.entries(files)) put(path(relative), entry);
  for (const [relative, entry] of Object.entries(files)) stamp(path(relative), entry);
  return { root, path, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

function put(path: string, entry: Entry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(path, entry);
  else if (entry.dir) mkdirSync(path, { recursive: true });
  else if (entry.symlink !== undefined) symlinkSync(entry.symlink, path);
  else writeFileSync(path, entry.bytes ?? entry.text ?? "");
}

/** After all is there: writing a file into a folder would change the folder's own time. */
function stamp(path: string, entry: Entry): void {
  if (typeof entry === "string" || entry instanceof Uint8Array) return;
  if (entry.mode !== undefined) chmodSync(path, entry.mode);
  if (typeof entry.mtime === "number") utimesSync(path, entry.mtime, entry.mtime);
  else if (entry.mtime !== undefined) Bun.spawnSync(["touch", "-d", `@${entry.mtime}`, path]);
}
