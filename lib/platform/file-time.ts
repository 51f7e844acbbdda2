import { utimesSync } from "node:fs";
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
