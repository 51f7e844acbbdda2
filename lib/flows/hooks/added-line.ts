/** One line more at the end of a text file of the user's, and away again; every other byte stays. */
import { atomicWrite } from "../../platform/atomic-write.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";
import type { AddedLine } from "./install-record.ts";

/** Adds the line, which ends as the file's lines do; undefined when the file has it already. Throws `DataError`, `IoError`. */
export function addLine(file: string, line: string): AddedLine | undefined {
  const path = resolveLinks(file) ?? file;
  const text = readTextIfExists(path);
  if (text?.split(/\r?\n/).includes(line)) return undefined;
  const eol = text?.includes("\r\n") ? "\r\n" : "\n";
  const added = `${text === undefined || text === "" || text.endsWith("\n") ? "" : eol}${line}${eol}`;
  atomicWrite(path, (text ?? "") + added, { fsync: false });
  return { file, text: added, made: text === undefined };
}

/** Takes the line away where it still is; a file that was made for it and holds nothing else goes too. */
export function removeLine({ file, text: added, made }: AddedLine): void {
  const path = resolveLinks(file) ?? file;
  const text = readTextIfExists(path);
  const rest = text === undefined ? undefined : without(text, added);
  if (rest === undefined) return;
  if (rest === "" && made) removeIfExists(path);
  else atomicWrite(path, rest, { fsync: false });
}

/** Where more was written behind the line, the line break that was added before it stays. */
function without(text: string, added: string): string | undefined {
  if (text.endsWith(added)) return text.slice(0, text.length - added.length);
  const line = added.replace(/^[\r\n]+/, "");
  const at = `\n${text}`.lastIndexOf(`\n${line}`);
  return at < 0 ? undefined : text.slice(0, at) + text.slice(at + line.length);
}
