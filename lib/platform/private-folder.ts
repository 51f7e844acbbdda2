import { chmodSync } from "node:fs";
import { naming } from "./io-error.ts";

/** Only the user may look into the folder. */
export function makePrivate(folder: string): void {
  naming("protect", folder, () => chmodSync(folder, 0o700));
}
