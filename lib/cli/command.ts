/**
 * Purpose: the one driver between a contract, its body and the caller: argv → typed options → body → one envelope → exit code.
 * Does not: exit, or touch the process; it returns the code, and `main.ts` sets it.
 * Failures: whatever the body throws becomes one line on stderr and a documented code, an unknown error 70.
 */
import * as v from "valibot";
import { OutputError, UsageError } from "../errors.ts";
import type { ArgsOf, Contract, EnvelopeOf } from "./contract.ts";
import { type PlainText, renderLine } from "./envelope.ts";
import { escapeLine } from "./escape.ts";
import { COMMON, ExitError, exitCodeOf } from "./exit.ts";
import type { Host } from "./host.ts";
import { parseArgv } from "./parse-argv.ts";
import { synopsis } from "./synopsis.ts";
import { tokenize } from "./tokenize.ts";

export interface Context<C extends Contract> {
  readonly args: ArgsOf<C>;
  readonly operands: readonly string[];
  /** Absolute; `-C` is already in it. */
  readonly cwd: string;
  readonly host: Omit<Host, "argv" | "cwd" | "out">;
  /** Ends the run with a row of the contract's exit table; `envelope` goes to stdout where the contract says so. */
  fail(name: keyof C["exits"] & string, slots?: Readonly<Record<string, string>>, envelope?: EnvelopeOf<C>): never;
  /** One `warn: ` line on stderr; never changes the exit code. */
  warn(text: string): void;
  /** One line on stderr for people: progress, a reason, a log line. */
  note(text: string): void;
  /** Writes an envelope now, before the last one; for skills that answer in several lines. */
  emit(envelope: EnvelopeOf<C>): void;
}

export type Reply<C extends Contract> = EnvelopeOf<C> | readonly EnvelopeOf<C>[] | PlainText;
export type Command = ((host: Host) => Promise<number>) & { readonly contract: Contract };

/** Binds a contract to its body. The result never throws and never exits: it returns the exit code. */
export function command<const C extends Contract>(contract: C, body: (cx: Context<C>) => Reply<C> | Promise<Reply<C>>): Command {
  return Object.assign((host: Host) => drive(contract, body, host), { contract });
}

async function drive<C extends Contract>(contract: C, body: (cx: Context<C>) => Reply<C> | Promise<Reply<C>>, host: Host): Promise<number> {
  let stderrFailed = false;
  const say = (line: string) => {
    try {
      host.err(`${escapeLine(line)}\n`);
    } catch {
      stderrFailed = true;
    }
  };
  try {
    const reply = await answer(contract, body, host, say);
    if (reply !== undefined) send(contract, host, reply);
    return stderrFailed ? COMMON.IO.code : 0;
  } catch (error) {
    const code = exitCodeOf(error, contract.internalErrorCode ?? COMMON.SOFTWARE.code);
    say(lineFor(contract, error, code, host.env.X_SKILLS_DEBUG === "1"));
    if (!(error instanceof ExitError) || error.envelope === undefined) return code;
    return sendBeside(contract, host, error.envelope, code, say);
  }
}

/** The reply, or undefined when a common flag (`--help` and the like) has been answered. */
async function answer<C extends Contract>(
  contract: C,
  body: (cx: Context<C>) => Reply<C> | Promise<Reply<C>>,
  host: Host,
  say: (line: string) => void,
): Promise<Reply<C> | undefined> {
  const tokens = tokenize(contract, host.argv);
  for (const flag of ["help", "version", "schema", "completions"] as const) {
    if (!tokens.flags.has(flag)) continue;
    const { about } = await import("./about.ts");
    write(host, await about(contract, flag, tokens, host.isTerminal(1) && !host.env.NO_COLOR));
    return undefined;
  }
  const parsed = parseArgv(contract, tokens);
  if (!parsed.ok) throw new UsageError(parsed.problem);
  const dir = tokens.flags.get("C")?.[0];
  const cwd = dir === undefined ? host.cwd : host.enter(dir);
  if (cwd === undefined) throw new UsageError(`no such directory: -C ${dir}`);
  return body({
    args: parsed.args as ArgsOf<C>,
    operands: parsed.operands,
    cwd,
    host,
    fail(name, slots, envelope) {
      throw new ExitError(contract.exits[name]!, slots, envelope);
    },
    warn: (text) => say(`warn: ${text}`),
    note: say,
    emit: (envelope) => send(contract, host, envelope),
  });
}

/** Checks each envelope against the contract before a byte of it is written (S7). */
function send(contract: Contract, host: Host, reply: unknown): void {
  const envelopes = Array.isArray(reply) ? reply : [reply];
  const lines = envelopes.map((envelope) => renderLine(v.parse(contract.envelope, envelope)));
  try {
    write(host, lines.join(""));
  } catch (error) {
    const done = contract.unanswered?.(envelopes.at(-1) as never);
    throw done === undefined || !(error instanceof OutputError) ? error : new OutputError(`${done}, but stdout failed: ${error.reason}`);
  }
}

/** An envelope beside a failure keeps the failure's code, unless stdout would not take it. */
function sendBeside(contract: Contract, host: Host, envelope: unknown, code: number, say: (line: string) => void): number {
  try {
    send(contract, host, envelope);
    return code;
  } catch (error) {
    say(lineFor(contract, error, COMMON.IO.code, false));
    return exitCodeOf(error, COMMON.SOFTWARE.code);
  }
}

function write(host: Host, text: string): void {
  try {
    host.out(text);
  } catch (error) {
    throw error instanceof OutputError ? new OutputError(`Cannot write to stdout: ${error.message}`, error.message) : error;
  }
}

function lineFor(contract: Contract, error: unknown, code: number, debug: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return `${message === "" ? "" : `${message}; `}usage: ${synopsis(contract)}`;
  if (code !== (contract.internalErrorCode ?? COMMON.SOFTWARE.code) || error instanceof ExitError) return message;
  const stack = debug && error instanceof Error ? ` ${error.stack}` : "";
  return `internal error: ${message}; please report it with this command line (X_SKILLS_DEBUG=1 shows where)${stack}`;
}
