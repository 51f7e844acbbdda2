/** A specialist's verdict on a task (spec page 4), and what follows from several; pure. */
import * as v from "valibot";
import { DataError } from "../../errors.ts";
import { schemaProblem } from "../../schema-problem.ts";

/** From best to worst. */
export const VERDICTS = ["GO", "GO-WITH-RESERVATIONS", "NO-GO"] as const;
export type Verdict = (typeof VERDICTS)[number];

const text = v.pipe(v.string(), v.nonEmpty("expected text"));
const FindingObject = v.strictObject({
  severity: v.optional(text),
  file: v.optional(text),
  line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  message: text,
});

/** What a reviewer writes: the last line of a worker's answer, or a verdict file. A finding may be text alone. */
export const VerdictText = v.object({
  verdict: v.picklist(VERDICTS, `expected ${VERDICTS.join(", ")}`),
  findings: v.optional(v.array(v.union([text, v.object(FindingObject.entries)])), []),
});

/** Members in this order; absent ones are left out. */
export const Finding = FindingObject;
export type Finding = v.InferOutput<typeof Finding>;

export interface ScopeVerdict {
  readonly scope: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/** Reads a verdict out of parsed JSON. Throws `DataError` that begins with `label`. */
export function parseVerdict(value: unknown, scope: string, label: string): ScopeVerdict {
  const result = v.safeParse(VerdictText, value);
  if (!result.success) throw new DataError(`${label}: ${schemaProblem(result.issues)}`);
  return { scope, verdict: result.output.verdict, findings: result.output.findings.map(asFinding) };
}

/** The worst verdict decides; no verdict at all is none to go on with. */
export function decide(verdicts: readonly ScopeVerdict[]): Verdict {
  const ranks = verdicts.map(({ verdict }) => VERDICTS.indexOf(verdict));
  return verdicts.length === 0 ? "NO-GO" : VERDICTS[Math.max(...ranks)]!;
}

function asFinding(finding: string | Finding): Finding {
  if (typeof finding === "string") return { message: finding };
  const { severity, file, line, message } = finding;
  return {
    ...(severity === undefined ? {} : { severity }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    message,
  };
}
