#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-doctor: is this machine, and this repository, fit for the skills? */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { PlainText } from "../lib/cli/envelope.ts";
import { escapeLine } from "../lib/cli/escape.ts";
import { main } from "../lib/cli/main.ts";
import { DoctorReport, doctorLines, doctorReport } from "../lib/flows/doctor/doctor-report.ts";
import { examine, problemsLeft } from "../lib/flows/doctor/examine.ts";

export const contract = defineContract({
  name: "x-doctor",
  summary: "Check machine and repository: environment, programs, locks, state files, worktrees, hooks.",
  flags: {
    json: { help: "print the report as JSON", schema: v.boolean() },
    fix: { help: "put right what loses nothing: temporary files, .gitignore, missing worktrees, own hooks", schema: v.boolean() },
  },
  reads: ["the environment", "every execution-state.json", "x-skills.json", "the git repository"],
  writes: [".gitignore", "<git dir>/x-skills/", "<hooks>/commit-msg", "<hooks>/pre-commit"],
  exits: {
    FINDINGS: { code: 1, message: "{problems}", when: "something is not as it should be; the report is on stdout" },
  },
  envelope: DoctorReport,
  examples: ["--json", "-C ../other --fix"],
});

export const run = command(contract, async ({ args, cwd, host, fail }) => {
  const at = { cwd, env: host.env, signal: host.signal };
  const examined = await examine(at, { fix: args.fix, nowSeconds: host.nowSeconds() });
  const report = args.json ? doctorReport(examined) : new PlainText(doctorLines(examined, escapeLine));
  const problems = problemsLeft(examined);
  if (problems > 0) fail("FINDINGS", { problems: `${problems} problem${problems === 1 ? "" : "s"}` }, report);
  return report;
});

if (import.meta.main) main(run);
