/**
 * Purpose: the one driver between a contract, its body and the caller: argv → typed options → body → one envelope → exit code.
 * Does not: exit, or touch the process; it returns the code, and `main.ts` sets it.
 * Failures: whatever the body throws becomes one line on stderr and a documented code, an unknown error 70.
 */
import { UsageError } from "../errors.ts";
import type { ArgsOf, Contract, EnvelopeOf } from "./contract.ts";
import type { PlainText } from "./envelope.ts";
import { escapeLine } from "./escape.ts";
import { COMMON, ExitError, exitCodeOf } from "./exit.ts";
import { failureLine, internalErrorCode } from "./failure-line.ts";
import type { Host } from "./host.ts";
import { parseArgv } from "./parse-argv.ts";
import { sendReply, writeOut } from "./reply.ts";
import { tokenize } from "./tokenize.ts";

interface Context<C extends Contract> {
  readonly args: ArgsOf<C>;
  readonly operands: readonly string[];
  /** Absolute; `-C` is already in it. */
  readonly cwd: string;
  readonly host: Omit<Host, "argv" | "cwd" | "out">;
  /** Ends the run with a row of the contract's exit table; `envelope` goes to stdout where the contract says so. */
  fail(name: keyof C["exits"] & string, slots?: Readonly<Record<string, string>>, envelope?: EnvelopeOf<C> | PlainText): never;
  /** One `warn: ` line on stderr; never changes the exit code. */
  warn(text: string): void;
  /** One line on stderr for people: progress, a reason, a log line. */
  note(text: string): void;
  /** Writes an envelope now, before the last one; for skills that answer in several lines. */
  emit(envelope: EnvelopeOf<C>): void;
}

type Reply<C extends Contract> = EnvelopeOf<C> | readonly EnvelopeOf<C>[] | PlainText;
export type Body<C extends Contract> = (cx: Context<C>) => Reply<C> | Promise<Reply<C>>;
export type Command = ((host: Host) => Promise<number>) & { readonly contract: Contract };

/** Binds a contract to its body. The result never throws and never exits: it returns the exit code. */
export function command<const C extends Contract>(contract: C, body: Body<C>): Command {
  return Object.assign((host: Host) => drive(contract, body, host), { contract });
}

async function drive<C extends Contract>(contract: C, body: Body<C>, host: Host): Promise<number> {
  let stderrFailed = false;
  const say = (line: string) => {
    try {
      host.err(`${escapeLine(line)}\n`);
    } catch {
      stderrFailed = true;
    }
  };
  const failed = (error: unknown) => {
    const code = exitCodeOf(error, internalErrorCode(contract));
    say(failureLine(contract, error, code, host.env.X_SKILLS_DEBUG === "1"));
    return code;
  };
  try {
    const reply = await answer(contract, body, host, say);
    if (reply !== undefined) sendReply(contract, host, reply);
    return stderrFailed ? COMMON.IO.code : 0;
  } catch (error) {
    const code = failed(error);
    if (!(error instanceof ExitError) || error.envelope === undefined) return code;
    try {
      sendReply(contract, host, error.envelope);
      return code;
    } catch (sendError) {
      return failed(sendError);
    }
  }
}

/** The reply, or undefined when a common flag (`--help` and the like) has been answered. */
async function answer<C extends Contract>(
  contract: C,
  body: Body<C>,
  host: Host,
  say: (line: string) => void,
): Promise<Reply<C> | undefined> {
  const tokens = tokenize(contract, host.argv);
  for (const flag of ["help", "version", "schema", "completions"] as const) {
    if (!tokens.flags.has(flag)) continue;
    const { about } = await import("./about.ts");
    writeOut(host, await about(contract, flag, tokens, host.isTerminal(1) && !host.env.NO_COLOR));
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
    emit: (envelope) => sendReply(contract, host, envelope),
  });
}
