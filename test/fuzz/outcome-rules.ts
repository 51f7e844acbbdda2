/** What holds for every end of every skill, whatever it was given. */
import type { Contract } from "../../lib/cli/contract.ts";
import { COMMON } from "../../lib/cli/exit.ts";
import { internalErrorCode } from "../../lib/cli/failure-line.ts";
import type { Outcome } from "../harness/run-script.ts";

/** Traces of a value that nobody looked at, or of an exception that nobody expected. */
const LEAKS = /internal error|^ {4}at |\[object |\bundefined\b|\bNaN\b/m;
/** `escapeLine` lets none of them pass. */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/;

/** Throws when the end is none that the contract documents, or when its streams are not as page 0 of the conventions has them. */
export function checkOutcome(contract: Contract, { stdout, stderr, code, signal }: Outcome): void {
  const wrong = (what: string) => {
    throw new Error(`${contract.name}: ${what}; exit ${code}, stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`);
  };
  if (signal !== undefined || code === null || !documentedCodes(contract).has(code)) wrong("an end that is not documented");
  if (LEAKS.test(stderr)) wrong("stderr shows what it must not");
  if (CONTROLS.test(stderr)) wrong("a control character on stderr");
  if (stderr !== "" && !stderr.endsWith("\n")) wrong("stderr does not end with its line");
  if (code !== 0 && stderr === "") wrong("a failure without a word");
}

/** Throws when stdout is not exactly one line of JSON. */
export function checkEnvelope({ stdout }: Outcome): unknown {
  if (stdout.indexOf("\n") !== stdout.length - 1) throw new Error(`stdout is not one line: ${JSON.stringify(stdout)}`);
  return JSON.parse(stdout);
}

const codesOf = new Map<Contract, ReadonlySet<number>>();

/** Those of the contract and of page 0, but not that of a bug. */
function documentedCodes(contract: Contract): ReadonlySet<number> {
  const known = codesOf.get(contract);
  if (known !== undefined) return known;
  const own = Object.values(contract.exits).map(({ code }) => code);
  const common = Object.values(COMMON)
    .map(({ code }) => code)
    .filter((code) => code !== COMMON.SOFTWARE.code && code !== internalErrorCode(contract));
  const codes = new Set([0, ...own, ...common]);
  codesOf.set(contract, codes);
  return codes;
}
