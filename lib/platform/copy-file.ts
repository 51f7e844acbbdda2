import { copyFileSync, unlinkSync } from "node:fs";
import { isAbsent, naming } from "./io-error.ts";

/** Copies a file; nothing happens when there is none. Other failures throw `IoError`. */
export function copyIfExists(from: string, to: string): void {
  naming("copy", from, () => {
    try {
      copyFileSync(from, to);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  });
}

/** Removes a file or link; nothing happens when there is none. Other failures throw `IoError`. */
export function removeIfExists(path: string): void {
  naming("remove", path, () => {
    try {
      unlinkSync(path);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  });
}
