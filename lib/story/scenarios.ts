import { COMMENT, type Outline } from "./outline.ts";
import type { Section } from "./sections.ts";

const MARKERS = /^[ \t*_+>-]*(?:\d{1,9}[.)][ \t*_]*)?/;
const SCENARIO = /^(?:Cen(?:á|a\u0301?)rio|Scenario(?: Outline)?|Esquema do Cen(?:á|a\u0301?)rio)\**:/;

/** Number of Gherkin scenarios in the acceptance section, in or out of a code fence. */
export function countScenarios(outline: Outline, section: Section | undefined): number {
  if (section === undefined) return 0;
  let count = 0;
  for (let i = section.start; i < section.end; i++) {
    if (outline.kinds[i] === COMMENT) continue;
    const line = outline.lines[i]!;
    if (SCENARIO.test(line.slice(MARKERS.exec(line)![0].length))) count++;
  }
  return count;
}
