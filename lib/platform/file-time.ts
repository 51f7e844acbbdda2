import { statSync, utimesSync } from "node:fs";
import { isAbsent, naming } from "./io-error.ts";

/** Sets the times of a file to the epoch, so that any later write shows; absent is fine. */
export function makeOld(path: string): void {
  naming("touch", path, () => {
    try {
      utimesSync(path, 0, 0);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  });
}

/** Gives a file a modification time, in whole seconds since the Unix epoch. Throws `IoError`. */
export function setModified(path: string, seconds: number): void {
  naming("touch", path, () => utimesSync(path, seconds, seconds));
}

/** Size and modification time of a file as one text, to see whether it was written to; empty when there is none. */
export function fileStamp(path: string): string {
  return naming("stat", path, () => {
    try {
      const { size, mtimeNs, ino } = statSync(path, { bigint: true });
      return `${size} ${mtimeNs} ${ino}`;
    } catch (error) {
      if (isAbsent(error)) return "";
      throw error;
    }
  });
}
