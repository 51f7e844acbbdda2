#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-merge-state: git's merge driver for execution-state.json, field by field. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { DataError } from "../lib/errors.ts";
import { mergeFiles } from "../lib/state/merge-files.ts";

const path = v.pipe(v.string(), v.nonEmpty("expected a path"));

export const contract = defineContract({
  name: "x-merge-state",
  summary: "Merge two versions of an execution-state.json field by field, as git's merge driver.",
  operands: [
    { name: "ancestor", help: "%O: the common ancestor; empty when both sides made the file", schema: path },
    { name: "ours", help: "%A: our version; the result is written there", schema: path },
    { name: "theirs", help: "%B: their version", schema: path },
    { name: "path", help: "%P: the name in the tree, for messages", optional: true, schema: path },
  ],
  flags: {},
  reads: ["<ancestor>", "<ours>", "<theirs>"],
  writes: ["<ours>"],
  exits: {
    CONFLICTS: {
      code: 1,
      message: "Conflict in {path}: both sides changed {fields}",
      when: "both sides changed a field; conflict markers stand around each",
    },
    NOT_MERGEABLE: {
      code: 2,
      message: "Cannot merge {path}: {problem}; ours is kept",
      when: "a version is no state file; ours is kept, git is told",
    },
  },
  envelope: v.strictObject({ path: v.string(), taken: v.array(v.string()) }),
  examples: [".merge_file_O .merge_file_A .merge_file_B ai/epics/epic-0049/execution-state.json", "base.json ours.json theirs.json"],
});

const SHOWN = 5;

/** The first few, and how many more. */
function listed(fields: readonly string[]): string {
  const more = fields.length - SHOWN;
  return `${fields.slice(0, SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export const run = command(contract, ({ operands: [ancestor, ours, theirs, name], cwd, fail, warn }) => {
  const label = name ?? ours!;
  try {
    const files = { base: resolve(cwd, ancestor!), ours: resolve(cwd, ours!), theirs: resolve(cwd, theirs!) };
    const { taken, conflicts, baseProblem } = mergeFiles(files);
    if (baseProblem !== undefined) warn(`${label}: merged without an ancestor (${baseProblem}); what one side deleted is back`);
    if (conflicts.length > 0) return fail("CONFLICTS", { path: label, fields: listed(conflicts) });
    return { path: label, taken: taken.slice() };
  } catch (error) {
    if (error instanceof DataError) return fail("NOT_MERGEABLE", { path: label, problem: error.message });
    throw error;
  }
});

if (import.meta.main) main(run);
