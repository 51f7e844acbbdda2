/** `--dry-run`: what a run would do, checked as far as a run is checked before it begins; nothing is written, no lock is made. */
import type { Checkout } from "../../git/repository.ts";
import { readTaskFile } from "../../story/task-file.ts";
import { beginRun } from "./begin-run.ts";
import { dryStory } from "./dry-story.ts";
import type { DryRunLine } from "./envelopes.ts";
import { startCheckout } from "./implement-task.ts";
import { plannedCommands } from "./planned-commands.ts";
import { plannedPhases } from "./planned-phases.ts";
import { plannedTree } from "./planned-tree.ts";
import { nextStep } from "./program.ts";
import type { TaskWorld } from "./run.ts";
import { loadJournal, type RunFolder, runFolder } from "./run-folder.ts";
import type { RunOptions } from "./run-options.ts";
import type { Subject } from "./subject.ts";
import { textOf } from "./task-files.ts";

/** Throws what a run would throw before its first step: `TaskFailure`, `UsageError`, `DataError`. */
export async function dryRun(subject: Subject, options: RunOptions, world: TaskWorld): Promise<DryRunLine> {
  const place = { start: await startCheckout(world), world };
  const line = subject.kind === "story" ? await dryStory(subject, options, place) : await dryTask(subject, options, place);
  tell(line, world);
  return line;
}

async function dryTask(
  subject: Exclude<Subject, { readonly kind: "story" }>,
  options: RunOptions,
  { start, world }: { readonly start: Checkout; readonly world: TaskWorld },
): Promise<DryRunLine> {
  const folder = runFolder(start.layout.commonDir, subject.taskId);
  const operand = subject.kind === "text" ? subject.text : subject.taskId;
  const journal = await beginRun(subject, operand, options, { start, world });
  const tree = await plannedTree(start, journal, world);
  const commands = plannedCommands(journal.toolchain, folder.reports);
  tellOfRun(folder, world);
  return {
    status: "DRY_RUN",
    stack: journal.toolchain.stack,
    commands,
    phases: plannedPhases({ journal, tree, reviews: reviewsOf(journal.files.task), test: commands.test }),
  };
}

/** As the exit gate reads them. */
function reviewsOf(path: string | null): readonly string[] {
  const task = path === null ? undefined : readTaskFile(textOf(path));
  return task === undefined || task.type === "code-review" ? [] : task.expectsReviews;
}

/** A run that is under way goes on from where it is, with the options and settings that it began with. */
function tellOfRun(folder: RunFolder, { note }: TaskWorld): void {
  const kept = loadJournal(folder);
  if (kept === undefined || kept.status === "ABORTED") return;
  const at = nextStep(kept);
  note(`A run of ${kept.taskId} is ${kept.status}${at === undefined ? "" : ` at ${at.phase}, ${at.id}`}: it would go on from there`);
}

/** The line once more, for people. */
function tell({ stack, commands, phases }: DryRunLine, { note }: TaskWorld): void {
  note(`Stack: ${stack}`);
  for (const [name, command] of Object.entries(commands)) note(`  ${name}: ${command ?? "—"}`);
  for (const { label, steps } of phases) {
    note(label);
    for (const { id, detail } of steps) note(`  ${id}${detail === null ? "" : `: ${detail}`}`);
  }
  note("Nothing was changed");
}
