/** The runtime's own streams, which Deno and macOS use, on Bun as well: what the black-box tests on Linux do not reach. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { streamChannels } from "../../lib/platform/child-channels.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

async function run(line: string, input?: Uint8Array) {
  const channels = streamChannels(input);
  const child = spawn("sh", ["-c", line], { stdio: [...channels.stdio], detached: true });
  let [stdout, stderr] = ["", ""];
  const ended = new Promise((resolve) => child.once("exit", resolve));
  channels.attach(child, (stream, chunk) => {
    if (stream === "stdout") stdout += new TextDecoder().decode(chunk);
    else stderr += new TextDecoder().decode(chunk);
  });
  await ended;
  const started = performance.now();
  const isHeld = await channels.finish();
  return { stdout, stderr, isHeld, pid: child.pid!, finishMs: performance.now() - started };
}

test("both streams, whole", async () => {
  const { stdout, stderr, isHeld } = await run("head -c 300000 /dev/zero | tr '\\0' x; echo err >&2");
  expect([stdout.length, stderr, isHeld]).toEqual([300_000, "err\n", false]);
});

test("input, also when nobody reads it", async () => {
  expect((await run("cat", new TextEncoder().encode("in"))).stdout).toBe("in");
  expect((await run("echo out", new Uint8Array(1_000_000))).stdout).toBe("out\n");
});

test("one that keeps the output open is waited for only a moment", async () => {
  const { stdout, isHeld, pid, finishMs } = await run("sleep 30 & echo out");
  process.kill(-pid, "SIGKILL");
  expect([stdout, isHeld]).toEqual(["out\n", true]);
  expect(finishMs).toBeLessThan(10_000);
});

test("one that goes on printing is not waited for without end", async () => {
  const { isHeld, pid, finishMs } = await run("(while :; do echo x; sleep 0.01; done) & echo out");
  process.kill(-pid, "SIGKILL");
  expect(isHeld).toBe(true);
  expect(finishMs).toBeLessThan(20_000);
});
