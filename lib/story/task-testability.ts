/** How a task says it can be tested: the one checked line of its checklist. */
import { fold } from "./fold.ts";
import type { Outline, Range } from "./outline.ts";
import { taskIdsIn } from "./task-ids.ts";
import { plainLines } from "./task-lines.ts";

export type Testability =
  | { readonly kind: "independent" }
  | { readonly kind: "needs-mock" | "coalesces"; readonly tasks: readonly string[] };

const CHECKED = /^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[xX]\][ \t]*(.*)$/;
const KINDS: readonly (readonly [word: RegExp, kind: Testability["kind"]])[] = [
  [/\bmock/, "needs-mock"],
  [/\bcoales/, "coalesces"],
  [/\bindepend/, "independent"],
];

/** The declared kind, or what is wrong with the declaration. */
export function readTestability(outline: Outline, section: Range | undefined): Testability | { readonly problem: string } {
  if (section === undefined) return { problem: "no Testability section" };
  const checked = [...plainLines(outline, section)].flatMap(({ text }) => CHECKED.exec(text)?.[1] ?? []);
  if (checked.length !== 1) return { problem: `exactly one Testability line is to be checked, not ${checked.length}` };
  const text = checked[0]!;
  const kind = KINDS.find(([word]) => word.test(fold(text)))?.[1];
  if (kind === undefined) return { problem: `Testability '${text}' is none of independent, needs mock of, coalesces with` };
  return kind === "independent" ? { kind } : { kind, tasks: taskIdsIn(text) };
}
