/** The cycle plan: parsed from the task's files, else asked for (spec page 6, Phase-1-Prepare). */
import * as v from "valibot";
import { schemaProblem } from "../../schema-problem.ts";
import { orderWarnings } from "../../story/task-plan.ts";
import { performCreative } from "./creative-step.ts";
import type { Step } from "./program.ts";
import type { Run } from "./run.ts";

const Planned = v.object({
  cycles: v.pipe(
    v.array(
      v.object({
        test: v.pipe(v.string(), v.trim(), v.nonEmpty()),
        phase: v.optional(v.string(), ""),
        green: v.optional(v.string(), ""),
        refactor: v.optional(v.string(), ""),
      }),
    ),
    v.minLength(1),
  ),
});

/** Makes sure that the journal has at least one cycle. */
export async function plan(run: Run, step: Step): Promise<void> {
  if (run.journal.cycles.length === 0) {
    await performCreative(run, step, {
      kind: "plan",
      attempts: 3,
      judge: async (_changes, answer) => {
        const parsed = v.safeParse(Planned, answer);
        if (!parsed.success)
          return { code: "WORKER_FAILED", detail: `no plan: ${schemaProblem(parsed.issues)}`, lastRun: null, isFinal: false };
        run.update({ cycles: parsed.output.cycles.map((cycle, i) => ({ n: i + 1, ...cycle })) });
        return undefined;
      },
    });
  }
  for (const warning of orderWarnings(run.journal.cycles)) run.world.warn(warning);
  run.world.note(`${run.journal.cycles.length} cycle(s) planned`);
}
