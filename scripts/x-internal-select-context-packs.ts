#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-select-context-packs: which implementation packs belong to a phase and its capabilities. Read-only. */
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { SELECT_FLAGS, SelectionEnvelope, select } from "../lib/flows/select/select-flags.ts";

export const contract = defineContract({
  name: "x-internal-select-context-packs",
  summary: "List the context packs for a phase and its capabilities.",
  flags: SELECT_FLAGS,
  reads: [".aikittools/knowledge.json"],
  writes: [],
  exits: {},
  envelope: SelectionEnvelope,
  examples: ["--phase implement --capabilities rest,persistence", "--phase plan --capabilities ''"],
});

export const run = command(contract, ({ args, cwd, warn }) => select({ kind: "pack", ...args }, { cwd, warn }));

if (import.meta.main) main(run);
