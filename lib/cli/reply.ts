import * as v from "valibot";
import { OutputError } from "../errors.ts";
import type { Contract } from "./contract.ts";
import { PlainText, renderLine } from "./envelope.ts";
import type { Host } from "./host.ts";

/** Writes one envelope, or several lines of them, each checked against the contract before a byte is written (S7). */
export function sendReply(contract: Contract, host: Host, reply: unknown): void {
  const envelopes = Array.isArray(reply) ? reply : [reply];
  let lines = "";
  for (const envelope of envelopes) lines += renderLine(envelope instanceof PlainText ? envelope : v.parse(contract.envelope, envelope));
  try {
    writeOut(host, lines);
  } catch (error) {
    const done = contract.unanswered?.(envelopes.at(-1) as never);
    throw done === undefined || !(error instanceof OutputError) ? error : new OutputError(`${done}, but stdout failed: ${error.reason}`);
  }
}

/** All of `text` to stdout. Throws an `OutputError` whose message is a whole line for the caller. */
export function writeOut(host: Host, text: string): void {
  try {
    host.out(text);
  } catch (error) {
    throw error instanceof OutputError ? new OutputError(`Cannot write to stdout: ${error.message}`, error.message) : error;
  }
}
