import { expect, test } from "bun:test";
import { DEMO } from "../../lib/tools/demo-steps.ts";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";

if (RUNTIME === "compiled") {
  test("every step of the demo ends as announced", async () => {
    const { stdout, stderr, code } = await run([process.execPath, "lib/tools/demo.ts"], { cwd: ROOT });
    for (const { title } of DEMO) expect(stdout).toContain(`# ${title}\n`);
    expect(stdout).toContain(`-       "status": "PENDING",\n  +       "status": "IN_PROGRESS",\n`);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
}
