/** The three standard streams of a child: what both ways to open them offer (`child-channels.ts`, `child-channels-bun.ts`). */
import type { ChildProcess, StdioPipeNamed } from "node:child_process";

export type StreamName = "stdout" | "stderr";
export type Sink = (stream: StreamName, chunk: Uint8Array) => void;

export interface Channels {
  /** For descriptors 0, 1 and 2. */
  readonly stdio: readonly (StdioPipeNamed | "ignore" | number)[];
  attach(child: ChildProcess, sink: Sink): void;
  /** Delivers what the child wrote before its end, and lets go of the streams. True when another process still holds one. */
  finish(): Promise<boolean>;
  abandon(): void;
}
