import { closeSync, openSync, writeFileSync } from "node:fs";
import { naming } from "./io-error.ts";

/** Makes a file that must not be there yet, as lock files are made, with these bytes. Throws `IoError` ("already exists"). */
export function createExclusive(path: string, bytes: Uint8Array): void {
  naming("create", path, () => {
    const fd = openSync(path, "wx");
    try {
      writeFileSync(fd, bytes);
    } finally {
      closeSync(fd);
    }
  });
}
