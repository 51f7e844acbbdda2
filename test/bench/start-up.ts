/** Where the time of a start goes: the same skills built in other ways, and how far a program is when its first own line runs. */
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ROOT } from "../harness/repository.ts";
import { tree } from "../harness/tree.ts";
import { STORY, writeFeature } from "./inputs.ts";
import { type Contender, median, paired } from "./paired.ts";
import { fixed, table } from "./table.ts";

const RUNS = 40;
const FEATURE = ".aikittools/features/feature-0049";
const VARIANTS = join(CACHE, "bench/variants");
const SKILL = "x-internal-resume-story";

/** Each differs in one thing from how the Makefile builds. */
const WAYS: readonly (readonly [name: string, change: (flags: readonly string[], order: string) => readonly string[]])[] = [
  ["as it is built", (flags) => flags],
  ["without bytecode", (flags) => flags.filter((flag) => flag !== "--bytecode")],
  ["without splitting", (flags) => flags.filter((flag) => flag !== "--splitting")],
  ["JIT policy of the runtime", (flags) => flags.filter((flag) => !flag.startsWith("--compile-jit-policy"))],
  ["bytecode not optimized", (flags) => [...flags, "--no-optimize-bytecode"]],
  ["bytecode in the order of a run", (flags, order) => [...flags, `--bytecode-order=${order}`]],
];

/** Builds of one reading skill, then the first own line of each program. */
export function startUp(programs: string, flags: readonly string[]): string {
  using dir = tree();
  mkdirSync(dir.path(FEATURE), { recursive: true });
  writeFeature(dir.path(FEATURE));
  const bin = (from: string, name: string) => {
    copyFileSync(from, dir.path(name));
    return dir.path(name);
  };
  const args = ["--story-id", STORY, "--feature-id", "0049"];
  const built = buildAll(flags, [...args, "-C", dir.root]);
  const contenders: Contender[] = [
    { name: "an empty compiled program", words: [bin(join(programs, "empty"), "empty")] },
    { name: "reads one file, writes one line", words: [bin(join(programs, "read-one-file"), "least"), dir.path(`${FEATURE}/${STORY}.md`)] },
    { name: "a skill that does nothing: driver, contract, one line", words: [bin(join(CACHE, "programs/x-fixture"), "x-fixture")] },
    ...built.map(({ name, path }, i) => ({ name: `${SKILL}, ${name}`, words: [bin(path, `variant-${i}`), ...args] })),
  ];
  const rows = paired(contenders, RUNS, dir.root).map(({ name, minMs, medianMs, ratio }) => [
    name,
    fixed(minMs),
    fixed(medianMs),
    fixed(ratio),
  ]);
  return `${table(["program", "min ms", "median ms", "× empty"], rows)}\n\n${firstLines(programs)}`;
}

function buildAll(flags: readonly string[], run: readonly string[]): readonly { readonly name: string; readonly path: string }[] {
  mkdirSync(VARIANTS, { recursive: true });
  const order = join(VARIANTS, "order.txt");
  return WAYS.map(([name, change], i) => {
    const path = join(VARIANTS, `${i}`, SKILL);
    mkdirSync(join(VARIANTS, `${i}`), { recursive: true });
    const words = [process.execPath, ...change(flags, order), join(ROOT, "scripts", `${SKILL}.ts`), "--outfile", path];
    const { exitCode, stderr } = Bun.spawnSync(words, { cwd: ROOT });
    if (exitCode !== 0) throw new Error(`Cannot build "${name}": ${stderr}`);
    if (i === 0) Bun.spawnSync([path, ...run], { env: { ...process.env, BUN_BYTECODE_ORDER_OUT: order } });
    if (i === 0 && !existsSync(order)) throw new Error("The runtime wrote no order of its bytecode");
    return { name, path };
  });
}

/** `first-line` and `first-line-*` print how many milliseconds after the process began their first own line runs. */
function firstLines(programs: string): string {
  const names = [
    ["first-line", "nothing imported"],
    ["first-line-of-fs", "`node:fs` imported"],
    ["first-line-of-skill", "all that x-internal-update-status imports"],
  ] as const;
  const times = names.map(() => [] as number[]);
  for (let run = 0; run < RUNS; run++) {
    for (const [i, [name]] of names.entries()) times[i]!.push(Number(Bun.spawnSync([join(programs, name)]).stdout.toString()));
  }
  const rows = names.map(([, what], i) => [what, fixed(Math.min(...times[i]!)), fixed(median(times[i]!))]);
  return table(["first own line of a program, after the process began", "min ms", "median ms"], rows);
}
