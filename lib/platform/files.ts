/** Who answers the file-system calls of a start: libc where that is quicker to load, else `node:fs`. Both behave alike (test/platform/file-calls.test.ts). */
import type { FileCalls } from "./file-calls.ts";
import { libcCalls } from "./file-calls-libc.ts";
import { nodeCalls } from "./file-calls-node.ts";
import { firstThatOpens } from "./libc.ts";
import { isDeno } from "./runtime.ts";

/** The calls, whoever answers them. */
export const files: FileCalls = choose();

function choose(): FileCalls {
  if (isDeno || process.platform !== "linux") return nodeCalls();
  try {
    return firstThatOpens(libcCalls);
  } catch {
    return nodeCalls();
  }
}
