/**
 * Splits argv into flags and operands, strictly: `--key value` and `--key=value` in any order, `--` ends flags.
 * By hand, because `node:util` costs a tenth of the start-up time and its strict mode words its errors differently on each runtime.
 */
import { COMMON_FLAGS, spelling } from "./common-flags.ts";
import type { Contract } from "./contract.ts";

export interface Tokens {
  /** Values by flag name, in the order given; a switch has one empty value. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** The first thing wrong, if anything; the rest is still read, so that `--help` works beside a mistake. */
  readonly problem: string | undefined;
}

export function tokenize({ flags: specs }: Pick<Contract, "flags">, argv: readonly string[]): Tokens {
  const flags = new Map<string, string[]>();
  const operands: string[] = [];
  let problem: string | undefined;
  const complain = (text: string) => {
    problem ??= text;
  };
  let flagsEnded = false;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word.includes("\uFFFD")) complain(`argument ${i + 1} is not valid UTF-8`);
    if (flagsEnded || !word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    if (word === "--") {
      flagsEnded = true;
      continue;
    }
    const [name, inline] = split(word);
    const spec = name === undefined ? undefined : specOf(specs, name);
    if (name === undefined || spec === undefined) {
      complain(`unknown flag ${inline === undefined ? word : word.slice(0, word.indexOf("="))}`);
      continue;
    }
    if (flags.has(name) && !spec.repeatable) complain(`repeated flag ${spelling(name)}`);
    let value = "";
    if (spec.value === undefined) {
      if (inline !== undefined) complain(`${spelling(name)} takes no value`);
    } else if (inline !== undefined) value = inline;
    else if (i + 1 < argv.length && !isFlag(specs, argv[i + 1]!)) value = argv[++i]!;
    else complain(`missing value for ${spelling(name)}`);
    if (value.includes("\uFFFD")) complain(`value of ${spelling(name)} is not valid UTF-8`);
    flags.set(name, [...(flags.get(name) ?? []), value]);
  }
  return { flags, operands, problem };
}

/** The flag's name and inline value; no name when the word has no form of a flag. */
function split(word: string): readonly [name: string | undefined, inline: string | undefined] {
  if (word === "-h") return ["help", undefined];
  if (word === "-C") return ["C", undefined];
  const equals = word.indexOf("=");
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  return [word.startsWith("--") && name.length > 1 ? name : undefined, inline];
}

function specOf(specs: Contract["flags"], name: string): { readonly value?: string; readonly repeatable?: true } | undefined {
  if (Object.hasOwn(specs, name)) return specs[name];
  return Object.hasOwn(COMMON_FLAGS, name) ? COMMON_FLAGS[name as keyof typeof COMMON_FLAGS] : undefined;
}

/** A value may begin with `-`, but not be one of the skill's own flags (spec page 0). */
function isFlag(specs: Contract["flags"], word: string): boolean {
  if (word === "--") return true;
  if (!word.startsWith("-")) return false;
  const [name] = split(word);
  return name !== undefined && specOf(specs, name) !== undefined;
}
