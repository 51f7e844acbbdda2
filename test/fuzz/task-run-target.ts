/** A run that goes on from a mutated journal, as the real program in a real repository: it ends as documented, and the user's branch stays. */
import { mkdirSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { ImplementEnvelope } from "../../lib/flows/task/envelopes.ts";
import type { Runtime } from "../harness/runtime.ts";
import { CALC } from "../implement-task/planning.ts";
import { project } from "../implement-task/project.ts";
import { runTask, SKILL } from "../implement-task/run-task.ts";
import type { Target } from "./fuzz-target.ts";
import { HEAD, mutatedJournal } from "./journal-target.ts";
import { pick } from "./mutations.ts";
import { checkOutcome } from "./outcome-rules.ts";
import recorded from "./recorded-journal.json";
import { COMMANDS } from "./skill-call.ts";

const ROOT = "/$ROOT";
const ASKED: readonly (readonly string[])[] = [[], [], ["--status"], ["--abort"], ["--restart"]];

export function taskRunTarget(runtime: Runtime): Target {
  return {
    name: "task-run",
    share: 1,
    limitMs: 30_000,
    make: (random) => ({ "run.json": mutatedJournal(random), asked: new TextEncoder().encode(JSON.stringify(pick(random, ASKED))) }),
    async run(input) {
      using box = project();
      const head = box.git(["rev-parse", "HEAD"]);
      box.git(["checkout", "-q", "-b", recorded.tree.branch]);
      const folder = box.path(`repo/.git/x-skills/runs/${CALC.id}`);
      mkdirSync(folder, { recursive: true });
      const text = Buffer.from(input["run.json"]!).toString("latin1").replaceAll(ROOT, box.root).replaceAll(HEAD, head);
      writeFileSync(`${folder}/run.json`, Buffer.from(text, "latin1"));
      const args = [CALC.id, ...JSON.parse(new TextDecoder().decode(input.asked))];
      const outcome = await runTask(box, { args, agent: "none", runtime });
      checkOutcome(COMMANDS.get(SKILL)!.contract, outcome);
      for (const line of outcome.lines) v.parse(ImplementEnvelope, line);
      if (box.git(["rev-parse", "develop"]) !== head) throw new Error("develop has moved");
      return `exit ${outcome.code} ${outcome.last.errorCode ?? outcome.last.status ?? ""}`.trim();
    },
  };
}
