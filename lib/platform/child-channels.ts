/**
 * Purpose: the three standard streams of a child, in the best way that the runtime has.
 * Bun connects children by sockets, which break `> /dev/stderr` in hooks and make bash read its start-up file: on Linux it
 * gets real pipes (`child-channels-bun.ts`). Everywhere else the runtime's own streams do.
 * Order: `openChannels`, spawn with `stdio`, `attach` at once, `finish` after the child's `exit` event, or `abandon` when it never started.
 */
import { closeSync } from "node:fs";
import process from "node:process";
import type { Readable } from "node:stream";
import type { Channels } from "./channels.ts";
import { openInput } from "./input-file.ts";
import { isDeno } from "./runtime.ts";

/** Channels for one child; without `input` its standard input is empty. */
export async function openChannels(input: Uint8Array | undefined): Promise<Channels> {
  if (isDeno || process.platform !== "linux") return streamChannels(input);
  const { pipeChannels } = await import("./child-channels-bun.ts");
  return pipeChannels(input) ?? streamChannels(input);
}

const QUIET_TICK_MS = 50;
/** Ticks without a byte, after which a stream that is still open is held by someone else. */
const QUIET_TICKS = 4;
const MAX_TICKS = 40;

/** Channels by the runtime's own streams; the input is a file. */
export function streamChannels(input: Uint8Array | undefined): Channels {
  const stdin = input === undefined ? undefined : openInput(input);
  const closeInput = () => {
    if (stdin !== undefined) closeSync(stdin);
  };
  const open = new Set<Readable>();
  let received = 0;
  return {
    stdio: [stdin ?? "ignore", "pipe", "pipe"],
    attach(child, sink) {
      closeInput();
      for (const name of ["stdout", "stderr"] as const) {
        const stream = child[name]!;
        open.add(stream);
        stream.on("data", (chunk: Uint8Array) => {
          received += chunk.length;
          sink(name, chunk);
        });
        stream.on("close", () => open.delete(stream));
        stream.on("error", () => open.delete(stream));
      }
    },
    async finish() {
      const closed = Promise.all([...open].map((stream) => new Promise((resolve) => stream.once("close", resolve))));
      let [seen, quiet] = [received, 0];
      for (let tick = 0; open.size > 0 && quiet < QUIET_TICKS && tick < MAX_TICKS; tick++) {
        await firstOf(closed, QUIET_TICK_MS);
        quiet = received === seen ? quiet + 1 : 0;
        seen = received;
      }
      const isHeld = open.size > 0;
      for (const stream of open) stream.destroy();
      return isHeld;
    },
    abandon: closeInput,
  };
}

/** Resolves after `ms`, or as soon as `done` does. */
function firstOf(done: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void done.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
