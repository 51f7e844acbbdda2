import { files } from "./files.ts";
import { naming } from "./io-error.ts";

/** Names of what is in a folder, sorted; none when there is no such folder. Other failures throw `IoError`. */
export function listFolder(path: string): string[] {
  return naming("list", path, () => files.list(path) ?? []).sort();
}
