/** Both reading skills on one folder of mutated stories and a mutated state: as a feature, with every kit flag, as a bug. */
import type { Input, Target } from "./fuzz-target.ts";
import { pick } from "./mutations.ts";
import { checkEnvelope, checkOutcome } from "./outcome-rules.ts";
import { COMMANDS, callIn, callInput, runCall, writeFiles } from "./skill-call.ts";
import { mutatedState } from "./state-inputs.ts";
import { mutatedStory } from "./story-inputs.ts";

const LOAD = "x-internal-load-story-context";
const RESUME = "x-internal-resume-story";
/** Where the story stands decides what it is. */
const FOLDERS: readonly string[] = ["f", "f", "bugs/b"];
const FLAGS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  [LOAD]: [[], ["--done-status", "SUCCESS", "--reasons"]],
  [RESUME]: [[], ["--done-status", "SUCCESS"]],
};

export const storyTarget: Target = {
  name: "story",
  share: 140,
  make(random) {
    const folder = pick(random, FOLDERS);
    const skill = pick(random, [LOAD, RESUME]);
    const files: Input = {
      [`${folder}/story-0049-0011.md`]: mutatedStory(random),
      [`${folder}/story-0049-0001.md`]: mutatedStory(random),
      [`${folder}/execution-state.json`]: mutatedState(random),
    };
    const argv = ["--story-id", "story-0049-0011", "--context-path", folder, ...pick(random, FLAGS[skill]!)];
    return callInput({ skill, argv }, files);
  },
  async run(input, dir) {
    writeFiles(input, dir);
    const call = callIn(input);
    const outcome = await runCall(call, dir);
    checkOutcome(COMMANDS.get(call.skill)!.contract, outcome);
    const said = outcome.stderr.split("\n").filter((line) => line !== "" && !/^(?:warn|reason): /.test(line));
    if (said.length !== (outcome.code === 0 ? 0 : 1)) throw new Error(`stderr has ${said.length} lines beside warnings: ${outcome.stderr}`);
    if (outcome.code === 0) checkEnvelope(outcome);
    else if (outcome.stdout !== "") throw new Error(`a failure, and stdout is ${outcome.stdout}`);
    return `exit ${outcome.code}`;
  },
};
