/** What the phases of a run would do, step by step, in a few words each. Pure. */
import type { PlannedPhase } from "./envelopes.ts";
import type { Journal } from "./journal.ts";
import { PHASES } from "./phase.ts";
import type { PlannedTree } from "./planned-tree.ts";
import { type Step, stepsOf } from "./program.ts";
import { skippedRow } from "./publish-step.ts";

export interface Plan {
  readonly journal: Journal;
  readonly tree: PlannedTree;
  /** Specialists that the task expects. */
  readonly reviews: readonly string[];
  /** The test command as it is shown. */
  readonly test: string;
}

/** Phases and steps that have something to do, in order; gates and trackers are left out. */
export function plannedPhases(plan: Plan): PlannedPhase[] {
  const steps = stepsOf(plan.journal).filter((step) => isShown(step, plan));
  return PHASES.map(({ label }) => ({
    label,
    steps: steps.filter(({ phase }) => phase === label).map((step) => ({ id: step.id, detail: detailOf(step, plan) })),
  })).filter((phase) => phase.steps.length > 0);
}

/** Which tree, as a step says it. */
export function treeDetail({ mode, branch, path }: PlannedTree): string {
  return `${mode}: branch ${branch} in ${path}`;
}

/** What becomes of the work, by the table of the CI watch. */
export function publishDetail(journal: Pick<Journal, "options" | "schema">, tree: PlannedTree): string {
  return skippedRow({ journal, tree }) ?? `push ${tree.branch}, pull request to ${tree.target}, CI watch`;
}

/** What becomes of the tree after success. */
export function leaveDetail({ mode, path, target }: PlannedTree): string {
  if (mode === "CREATE") return `remove ${path}`;
  return mode === "LEGACY" ? `check out ${target}` : "nothing: the tree stays as it is";
}

function isShown({ kind }: Step, { journal, tree, reviews }: Plan): boolean {
  if (kind === "setup") return tree.mode === "CREATE" && journal.toolchain.setup !== undefined;
  if (kind === "review") return reviews.length > 0;
  return !["enter", "leave", "trackers"].includes(kind);
}

function detailOf({ kind, cycle: n }: Step, { journal, tree, reviews, test }: Plan): string | null {
  const cycle = journal.cycles.find((other) => other.n === n);
  switch (kind) {
    case "tree":
      return treeDetail(tree);
    case "register":
    case "record":
      return journal.stateFile ?? "no state file";
    case "plan":
      return journal.cycles.length > 0 ? `${journal.cycles.length} cycle(s) planned` : "no cycles yet: a plan is asked for";
    case "baseline":
      return test;
    case "red":
      return cycle?.test ?? null;
    case "green":
      return cycle?.green || null;
    case "refactor":
      return cycle?.refactor || null;
    case "final-run":
      return journal.acceptance.length === 0
        ? null
        : journal.acceptance.map(({ id, test: name }) => (name === null ? id : `${id} ${name}`)).join(", ");
    case "coverage":
      return coverageDetail(journal);
    case "review":
      return reviews.join(", ");
    case "publish":
      return publishDetail(journal, tree);
    case "leave-tree":
      return leaveDetail(tree);
    default:
      return null;
  }
}

function coverageDetail(journal: Journal): string {
  const { line, branch } = journal.config.coverage;
  const wanted = `line ${line} %, branch ${branch} % of the production files that change`;
  return journal.toolchain.coverage === undefined ? `${wanted}; nothing measures it: set commands.coverage` : wanted;
}
