/** What an answer of x-internal-update-status says about the values before and after, one for each place of the call. */
import type { Value } from "./records.ts";

export interface Answer {
  readonly previous: readonly Value[];
  readonly next: readonly Value[];
}

/** Undefined when the text is no such answer. */
export function parseAnswer(stdout: string): Answer | undefined {
  try {
    const changes = stdout.trimEnd().split("\n").flatMap(changesOf);
    return { previous: changes.map(({ previousValue }) => previousValue), next: changes.map(({ newValue }) => newValue) };
  } catch {
    return undefined;
  }
}

interface Change {
  readonly previousValue: Value;
  readonly newValue: Value;
}

/** Of one line: its own values, or those of its list of changes. */
function changesOf(line: string): readonly Change[] {
  const envelope = JSON.parse(line);
  if (!/^[0-9a-f]{64}$/.test(envelope.fileSha)) throw new TypeError("no fileSha");
  const changes: readonly Change[] = envelope.changes ?? [envelope];
  if (changes.some(({ previousValue, newValue }) => previousValue === undefined || newValue === undefined))
    throw new TypeError("no values");
  return changes;
}
