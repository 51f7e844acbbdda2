import { readdirSync } from "node:fs";
import { isAbsent, naming } from "./io-error.ts";

/** Names of what is in a folder, sorted; none when there is no such folder. Other failures throw `IoError`. */
export function listFolder(path: string): string[] {
  return naming("list", path, () => {
    try {
      return readdirSync(path).sort();
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  });
}
