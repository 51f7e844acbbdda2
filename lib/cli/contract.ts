/**
 * Purpose: everything a caller can see of one skill, declared once as data. Parsing, usage errors, `--help`, `--schema`,
 * completions, docs and man pages all come from here, so they cannot disagree.
 * Does not: run anything. Importing a script and reading its contract has no effect.
 */
import type * as v from "valibot";
import type { ExitRow } from "./exit.ts";

// biome-ignore lint/suspicious/noExplicitAny: a schema's input type is the caller's business
type Schema = v.GenericSchema<any, unknown>;

/** One long flag. Without `value` it is a switch; a `value` of the form `a|b|c` lists the choices for completion. */
export interface FlagSpec {
  readonly help: string;
  readonly value?: string;
  /** Absent: required when it takes a value. */
  readonly optional?: true;
  /** May be given more than once; the schema then sees an array. */
  readonly repeatable?: true;
  /** Left out of the one-line synopsis, which has room for 160 characters. */
  readonly unlisted?: true;
  readonly schema: Schema;
}

/** One operand (POSIX: an argument that is no flag), in order. */
interface OperandSpec {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  readonly schema: v.GenericSchema<string, string>;
}

export interface Contract {
  readonly name: string;
  readonly summary: string;
  readonly flags: Readonly<Record<string, FlagSpec>>;
  readonly operands?: readonly OperandSpec[];
  /** Groups of flags of which at least one must be given; the one named first wins in the synopsis. */
  readonly anyOf?: readonly (readonly string[])[];
  /** Pairs of flags that exclude each other. */
  readonly conflicts?: readonly (readonly [string, string])[];
  /** Paths the program may read and write, for the docs; an empty `writes` is held by a test. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly exits: Readonly<Record<string, ExitRow>>;
  /** Set by the one skill whose seed gives 70 another meaning. */
  readonly internalErrorCode?: number;
  readonly envelope: Schema;
  /** What to say when the work is done and stdout would not take the reply; `{reason}` is added by the driver. */
  readonly unanswered?: (envelope: never) => string | undefined;
  readonly examples: readonly string[];
  /** Set by the multicall program alone: the skills in it, loaded on demand. */
  readonly skills?: Readonly<Record<string, () => Promise<{ readonly run: { readonly contract: Contract } }>>>;
}

/** The parsed flags by name. */
export type ArgsOf<C extends Contract> = { readonly [K in keyof C["flags"]]: v.InferOutput<C["flags"][K]["schema"]> };
export type EnvelopeOf<C extends Contract> = v.InferInput<C["envelope"]>;

/** Keeps the literal types of a contract, which `fail` and the body's types are made from. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
