/** Command lines of every skill, made from its own contract: flags that fit, do not fit, repeat, are missing or unknown. */
import type { Contract, FlagSpec } from "../../lib/cli/contract.ts";
import { isRequired } from "../../lib/cli/synopsis.ts";
import type { Target } from "./fuzz-target.ts";
import { below, changedText, pick, type Random } from "./mutations.ts";
import { checkOutcome } from "./outcome-rules.ts";
import { COMMANDS, callIn, callInput, runCall, writeFiles } from "./skill-call.ts";
import { STATE } from "./state-inputs.ts";

const CONTRACTS: readonly Contract[] = [...COMMANDS.values()].map(({ contract }) => contract);
const STATE_FILE = "f/execution-state.json";

/** Values that some flag or operand takes; no path among them leads out of the folder. */
const VALUES: readonly string[] = [
  "f",
  STATE_FILE,
  "f/story-0049-0011.md",
  "nowhere",
  "story-0049-0011",
  "TASK-0049-0011-001",
  "TASK-000001-02-001",
  "0049",
  "49",
  "feature-0049",
  "status",
  "taskTracking.enabled",
  "status=DONE",
  "prNumber=1",
  "prNumber=abc",
  "completedAt=now",
  "Phase-1-Prepare",
  "feat",
  "a subject",
  "a,b",
  "0",
  "1",
  "42",
  "true",
  "now",
  "null",
  "{}",
  '["x"]',
  "",
];
/** By what a flag calls its value. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  id: ["story-0049-0011", "TASK-0049-0011-001", "0049"],
  file: [STATE_FILE, "f/story-0049-0011.md"],
  path: [STATE_FILE, "f"],
  dir: ["f", "nowhere"],
  field: ["status", "taskTracking.enabled"],
  "FIELD=VALUE": ["status=DONE", "prNumber=1", "completedAt=now"],
  label: ["Phase-1-Prepare", "Phase-2"],
  seconds: ["0", "0.5", "1"],
  "a,b": ["a,b", "TASK-0049-0011-001#1"],
};
const COMMON: readonly (readonly string[])[] = [
  ["--help"],
  ["-h"],
  ["--version"],
  ["--schema"],
  ["--completions", "bash"],
  ["--completions", "x"],
  ["-C", "f"],
  ["-C", "nowhere"],
  ["-C"],
  ["--"],
  ["-"],
  ["--unknown"],
  ["--unknown=1"],
  ["-x"],
  ["--__proto__=1"],
];
const FRAGMENTS: readonly string[] = ["-", "--", "=", ",", ".", ":", "#", "0", "9", "a", "é", "\n", "\ufffd", "{", "TASK-"];

export const argvTarget: Target = {
  name: "argv",
  share: 100,
  make(random) {
    const contract = pick(random, CONTRACTS);
    const state = new TextEncoder().encode(JSON.stringify(STATE));
    const stdin = random() < 0.2 ? changedText(random, '{"type":"feature","field":"a","value":"b"}\n', ["{", "\n", '"']) : "";
    return callInput({ skill: contract.name, argv: commandLineOf(random, contract), stdin }, { [STATE_FILE]: state });
  },
  async run(input, dir) {
    writeFiles(input, dir);
    const call = callIn(input);
    const outcome = await runCall(call, dir);
    checkOutcome(COMMANDS.get(call.skill)!.contract, outcome);
    return `exit ${outcome.code}`;
  },
};

/** What the contract requires and some of what it allows, in any order; then up to two accidents. */
function commandLineOf(random: Random, { flags, operands = [], anyOf = [] }: Contract): readonly string[] {
  const names = Object.keys(flags);
  const chosen = [
    ...names.filter((name) => isRequired(flags[name]!)),
    ...anyOf.map((group) => pick(random, group)),
    ...names.filter(() => random() < 1.5 / names.length),
  ];
  const groups = [
    ...chosen.map((name) => written(random, name, flags[name]!)),
    ...operands.map(() => [valueFor(random, undefined)]),
    ...(random() < 0.15 ? [pick(random, COMMON)] : []),
  ].sort(() => random() - 0.5);
  for (let accidents = below(random, 3); accidents > 0; accidents--) {
    const at = below(random, groups.length + 1);
    groups.splice(at, random() < 0.5 ? 1 : 0, ...(random() < 0.5 ? [pick(random, [...groups, ...COMMON])] : []));
  }
  return groups.flat();
}

function written(random: Random, name: string, spec: FlagSpec): readonly string[] {
  if (spec.value === undefined) return [random() < 0.95 ? `--${name}` : `--${name}=1`];
  if (random() < 0.03) return [`--${name}`];
  const value = valueFor(random, spec.value);
  return random() < 0.5 ? [`--${name}`, value] : [`--${name}=${value}`];
}

function valueFor(random: Random, shown: string | undefined): string {
  const fitting = shown === undefined ? VALUES : (FITTING[shown] ?? (shown.includes("|") ? shown.split("|") : VALUES));
  const value = pick(random, random() < 0.8 ? fitting : VALUES);
  return random() < 0.1 ? changedText(random, value, FRAGMENTS).replaceAll("..", "").replace(/^\/+/, "") : value;
}
