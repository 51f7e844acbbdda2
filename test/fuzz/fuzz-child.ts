/** One target in a process of its own: `TARGET SEED COUNT`. Each line of stdout is the seed of the run that begins; the last is the tally. */
import { writeSync } from "node:fs";
import { fuzz } from "./fuzz-target.ts";
import { allTargets } from "./targets.ts";

const [name, seed, count] = process.argv.slice(2);
const target = allTargets(["compiled", "bun", "deno"]).find((known) => known.name === name);
if (target === undefined) throw new Error(`no target ${name}`);
const say = (line: string) => writeSync(1, `${line}\n`);
say(JSON.stringify(await fuzz(target, Number(seed), Number(count), (run) => say(String(run)))));
