/** The doctor's report: JSON for programs, lines for people. */
import * as v from "valibot";
import { type Examined, problemsLeft } from "./examine.ts";
import { CHECKS } from "./finding.ts";

/** What `--json` prints. */
export const DoctorReport = v.strictObject({
  ok: v.boolean(),
  checks: v.array(
    v.strictObject({
      check: v.picklist(CHECKS),
      /** Why it was not made. */
      skipped: v.nullable(v.string()),
      facts: v.string(),
      findings: v.array(v.strictObject({ level: v.picklist(["problem", "note"]), message: v.string(), fixed: v.boolean() })),
    }),
  ),
});

/** For `--json`. */
export function doctorReport(examined: readonly Examined[]): v.InferInput<typeof DoctorReport> {
  const checks = examined.map(({ check, skipped, facts, findings }) => ({
    check,
    skipped: skipped ?? null,
    facts,
    findings: findings.slice(),
  }));
  return { ok: problemsLeft(examined) === 0, checks };
}

const WORD_WIDTH = 9;
const NAME_WIDTH = Math.max(...CHECKS.map((name) => name.length)) + 2;

/** One line for each finding, and one for each check without any; `harmless` makes text from files fit for a terminal. */
export function doctorLines(examined: readonly Examined[], harmless: (text: string) => string): string {
  const line = (word: string, check: string, text: string) =>
    `${word.padEnd(WORD_WIDTH)}${check.padEnd(NAME_WIDTH)}${harmless(text)}`.trimEnd();
  const lines = examined.flatMap(({ check, skipped, facts, findings }) => {
    if (skipped !== undefined) return [line("skipped", check, skipped)];
    if (findings.length === 0) return [line("ok", check, facts)];
    return findings.map(({ level, message, fixed }) => line(fixed ? "fixed" : level, check, message));
  });
  return `${lines.join("\n")}\n`;
}
