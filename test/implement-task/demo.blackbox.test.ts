/** The task that `make demo` shows ends as announced; on the compiled binaries only, which is what it shows. */
import { expect, test } from "bun:test";
import { showTask } from "../../lib/tools/demo-task.ts";
import { RUNTIME } from "../harness/runtime.ts";

test.skipIf(RUNTIME !== "compiled")("the demo's task goes from red to DONE (compiled only)", async () => {
  expect(await showTask()).toBe(true);
});
