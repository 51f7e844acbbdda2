import { linesOf, type Outline } from "./outline.ts";
import type { Section } from "./sections.ts";

/** The line that begins a scenario, up to its title: after spaces, list or bold markers. */
export const SCENARIO = /^[ \t*_+>-]*(?:\d{1,9}[.)][ \t*_]*)?(?:(?:Esquema do )?Cen(?:á|a\u0301?)rio|Scenario(?: Outline)?)\**:/;

/** Number of Gherkin scenarios in the acceptance section, in or out of a code fence. */
export function countScenarios(outline: Outline, section: Section | undefined): number {
  let count = 0;
  for (const line of section === undefined ? [] : linesOf(outline, section, ["comment"])) {
    if (SCENARIO.test(line)) count++;
  }
  return count;
}
