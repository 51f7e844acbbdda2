/** Some inputs of other targets once more, as real programs: bun, deno and the compiled binary must answer to the byte as this process does. */
import type { Outcome } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import type { Tree } from "../harness/tree.ts";
import { argvTarget } from "./argv-target.ts";
import { empty, type Input, type Target } from "./fuzz-target.ts";
import { pick } from "./mutations.ts";
import { callIn, runCall, spawnCall, writeFiles } from "./skill-call.ts";
import { updateTarget } from "./state-targets.ts";
import { storyTarget } from "./story-target.ts";

const SOURCES: readonly Target[] = [argvTarget, storyTarget, updateTarget];

/** The target for these runtimes. `make` builds the compiled programs first. */
export function programTarget(runtimes: readonly Runtime[]): Target {
  return {
    name: "programs",
    share: 1,
    limitMs: 20_000,
    make: (random) => pick(random, SOURCES).make(random),
    async run(input, dir) {
      const want = await outcomeOf(input, dir, (call) => runCall(call, dir));
      for (const runtime of runtimes.filter((name) => !takesFirstWord(name, input))) {
        const got = await outcomeOf(input, dir, (call) => spawnCall(call, dir, runtime));
        if (JSON.stringify(got) !== JSON.stringify(want)) {
          throw new Error(`${runtime} says ${JSON.stringify(got)}, this process ${JSON.stringify(want)}`);
        }
      }
      return `exit ${want.code}`;
    },
  };
}

/** A `--` right behind the script's name is Bun's own, and does not reach a script that bun starts from source. */
function takesFirstWord(runtime: Runtime, input: Input): boolean {
  return runtime === "bun" && callIn(input).argv[0] === "--";
}

/** Without what differs by nature: the line of `--version`, and times. */
async function outcomeOf(input: Input, dir: Tree, run: (call: ReturnType<typeof callIn>) => Promise<Outcome>): Promise<Outcome> {
  empty(dir);
  writeFiles(input, dir);
  const outcome = await run(callIn(input));
  return { ...outcome, stdout: outcome.stdout.replace(/^(x-\S+ \S+) \(.*\)$/m, "$1").replace(/"wallclockMs":\d+/, '"wallclockMs":0') };
}
