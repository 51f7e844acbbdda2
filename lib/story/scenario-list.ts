/** The Gherkin scenarios of a story, in words. */
import { linesOf, type Outline } from "./outline.ts";
import { SCENARIO } from "./scenarios.ts";
import type { Section } from "./sections.ts";
import { taskIdsIn, withoutTaskIds } from "./task-ids.ts";
import { unmarked } from "./task-lines.ts";

export interface Scenario {
  readonly title: string;
  /** What has to come out: its `Then` steps and what goes on from them, one line; empty when it has none. */
  readonly outcome: string;
  /** Ids of the tasks that its tags, title or steps name. */
  readonly tasks: readonly string[];
}

const STEP = /^[ \t*_+>-]*(dad[oa]s?|quando|ent[ãa]o|e|mas|given|when|then|and|but)[*_]*[ \t]+(.+)$/i;
const THEN = /^(?:ent[ãa]o|then)$/i;
const FIRST = /^(?:dad[oa]s?|quando|given|when)$/i;
const LONGEST_TITLE = 300;
const TAG = /^[ \t]*@/;

/** The scenarios of the acceptance section, in or out of a code fence. */
export function readScenarios(outline: Outline, section: Section | undefined): readonly Scenario[] {
  const found: { title: string; outcome: string[]; named: string; isOutcome: boolean }[] = [];
  let tags = "";
  for (const line of section === undefined ? [] : linesOf(outline, section, ["comment"])) {
    const begin = SCENARIO.exec(line);
    const step = STEP.exec(line.normalize("NFC").trimEnd());
    const current = found.at(-1);
    if (begin !== null) found.push({ title: line.slice(begin[0].length), outcome: [], named: `${tags} ${line}`, isOutcome: false });
    else if (step !== null && current !== undefined) {
      current.isOutcome = THEN.test(step[1]!) || (current.isOutcome && !FIRST.test(step[1]!));
      current.named += ` ${line}`;
      if (current.isOutcome) current.outcome.push(step[2]!);
    }
    tags = TAG.test(line) ? `${tags} ${line}` : "";
  }
  return found.map(({ title, outcome, named }) => ({
    title: unmarked(withoutTaskIds(title.slice(0, LONGEST_TITLE))).replace(/^[\s:—–-]+|[\s:—–-]+$/g, ""),
    outcome: outcome.map(unmarked).join("; "),
    tasks: taskIdsIn(named),
  }));
}
