import * as v from "valibot";
import { spelling } from "./common-flags.ts";
import type { Contract, FlagSpec } from "./contract.ts";
import type { Tokens } from "./tokenize.ts";

/** `problem` is what is wrong, or empty when a required flag is missing and the synopsis alone says it (spec page 0). */
export type Parsed =
  | { readonly ok: true; readonly args: Record<string, unknown>; readonly operands: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Turns tokens into typed values by the contract's schemas. Never throws, never prints. */
export function parseArgv(contract: Pick<Contract, "flags" | "operands" | "anyOf" | "conflicts">, tokens: Tokens): Parsed {
  const { flags: specs, operands: operandSpecs = [], anyOf = [], conflicts = [] } = contract;
  const { flags, operands, problem } = tokens;
  if (problem !== undefined) return { ok: false, problem };
  if (operands.length > operandSpecs.length) return { ok: false, problem: `unexpected argument '${operands[operandSpecs.length]}'` };
  for (const [a, b] of conflicts) {
    if (flags.has(a) && flags.has(b)) return { ok: false, problem: `--${a} and --${b} exclude each other` };
  }
  const args: Record<string, unknown> = {};
  let missing = false;
  for (const group of anyOf) missing ||= !hasOneOf(flags, group);
  for (const [flag, spec] of Object.entries(specs)) {
    const given = flags.get(flag);
    if (given === undefined && spec.value !== undefined && !spec.optional) {
      missing = true;
      continue;
    }
    if (given === undefined && isPlainlyAbsent(spec)) {
      args[flag] = spec.value === undefined ? false : undefined;
      continue;
    }
    const result = v.safeParse(spec.schema, rawValue(spec, given));
    if (!result.success) return { ok: false, problem: malformed(spelling(flag), given, result.issues[0].message) };
    args[flag] = result.output;
  }
  const values: string[] = [];
  for (const [i, spec] of operandSpecs.entries()) {
    if (operands[i] === undefined && !spec.optional) missing = true;
    if (operands[i] === undefined) continue;
    const result = v.safeParse(spec.schema, operands[i]);
    if (!result.success) return { ok: false, problem: malformed(spec.name, [operands[i]], result.issues[0].message) };
    values.push(result.output);
  }
  return missing ? { ok: false, problem: "" } : { ok: true, args, operands: values };
}

/** A loop, as the first use of `some` in a process costs as much as reading all flags. */
function hasOneOf(flags: Tokens["flags"], group: readonly string[]): boolean {
  for (const flag of group) if (flags.has(flag)) return true;
  return false;
}

/** True when the schema would only say `false` or undefined again; most flags are not given, and each call costs start-up time. */
function isPlainlyAbsent({ value, schema }: FlagSpec): boolean {
  return value === undefined ? schema.type === "boolean" : schema.type === "optional" && v.getDefault(schema) === undefined;
}

function rawValue(spec: { readonly value?: string; readonly repeatable?: true }, given: readonly string[] | undefined): unknown {
  if (spec.value === undefined) return given !== undefined;
  return spec.repeatable ? given : given?.[0];
}

const MAX_SHOWN = 60;

function malformed(what: string, given: readonly string[] | undefined, message: string): string {
  const text = given?.at(-1) ?? "";
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `malformed ${what} '${shown}': ${message}`;
}
