/**
 * Bun started from source parses package.json and tsconfig.json of the folder it is started in, and prints what is wrong with
 * them to stderr once the entry module has been evaluated; no flag stops it. Nothing in that folder may change what we print
 * (spec page 0, Security), so stderr leads to /dev/null for that one moment. Compiled binaries and Deno read neither file.
 */
import { files } from "./files.ts";
import { firstThatOpens } from "./libc.ts";
import { bunFfi } from "./libc-bun.ts";
import { isDeno } from "./runtime.ts";
import { isStandalone } from "./target.ts";

interface Libc {
  dup(fd: number): number;
  dup2(from: number, to: number): number;
}

/** Call it while the entry module is being evaluated, and write nothing before the promise, if there is one, is fulfilled. */
export function discardLoaderLog(): Promise<void> | undefined {
  return isStandalone || isDeno ? undefined : discardUntilEvaluated();
}

async function discardUntilEvaluated(): Promise<void> {
  const { dup, dup2 } = firstThatOpens(openLibc);
  const stderr = dup(2);
  if (stderr < 0) return;
  const nowhere = files.open("/dev/null", files.flags.WRONLY)!;
  dup2(nowhere, 2);
  await new Promise((resolve) => setImmediate(resolve));
  dup2(stderr, 2);
  files.close(nowhere);
  files.close(stderr);
}

function openLibc(name: string): Libc {
  const symbols = { dup: { args: ["i32"], returns: "i32" }, dup2: { args: ["i32", "i32"], returns: "i32" } };
  return bunFfi().dlopen(name, symbols).symbols as unknown as Libc;
}
