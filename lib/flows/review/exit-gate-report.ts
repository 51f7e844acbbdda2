/** The text of `reviews/exit-gate-<TASK>.md`; pure. */
import type { Finding, ScopeVerdict, Verdict } from "./verdict.ts";

export interface ExitGate {
  readonly taskId: string;
  readonly storyId: string;
  readonly decision: Verdict;
  readonly verdicts: readonly ScopeVerdict[];
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

/** Markdown for people; the envelope and the verdict files are for programs. */
export function exitGateReport({ taskId, storyId, decision, verdicts, timestamp }: ExitGate): string {
  const rows = verdicts.map(({ scope, verdict, findings }) => `| ${scope} | ${verdict} | ${findings.length} |`);
  const sections = verdicts.flatMap(({ scope, findings }) =>
    findings.length === 0 ? [] : ["", `## ${scope}`, "", ...findings.map(bullet)],
  );
  return [
    `# Exit gate: ${taskId}`,
    "",
    `**Story:** ${storyId}`,
    `**Decision:** ${decision}`,
    `**Date:** ${timestamp}`,
    "",
    "| Scope | Verdict | Findings |",
    "| :--- | :--- | :--- |",
    ...rows,
    ...sections,
    "",
  ].join("\n");
}

function bullet({ severity, file, line, message }: Finding): string {
  const place = file === undefined ? "" : ` (\`${oneLine(file)}${line === undefined ? "" : `:${line}`}\`)`;
  return `- ${severity === undefined ? "" : `**${oneLine(severity)}**: `}${oneLine(message)}${place}`;
}

/** A reviewer's text must not open headings or lists of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
