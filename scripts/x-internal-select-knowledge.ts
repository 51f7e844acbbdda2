#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-select-knowledge: which knowledge of a kind belongs to a phase and its capabilities. Read-only. */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { PACK_KINDS } from "../lib/flows/select/manifest.ts";
import { SELECT_FLAGS, SelectionEnvelope, select } from "../lib/flows/select/select-flags.ts";

export const contract = defineContract({
  name: "x-internal-select-knowledge",
  summary: "List the knowledge files of a kind for a phase and its capabilities.",
  flags: {
    ...SELECT_FLAGS,
    kind: {
      value: PACK_KINDS.join("|"),
      optional: true,
      help: "kind of knowledge (default: technical)",
      schema: v.optional(v.picklist(PACK_KINDS, `expected ${PACK_KINDS.join(" or ")}`), "technical"),
    },
  },
  reads: [".aikittools/knowledge.json"],
  writes: [],
  exits: {},
  envelope: SelectionEnvelope,
  examples: ["--kind technical --phase implement --capabilities rest,persistence", "--phase review --capabilities security"],
});

export const run = command(contract, ({ args, cwd, warn }) => select(args, { cwd, warn }));

if (import.meta.main) main(run);
