/** What a worker says at its end; pure. Nothing in it is believed about the work: that is read from git and from the tests. */
import * as v from "valibot";
import { isObject, type JsonObject } from "../../state/json-document.ts";

export interface WorkerAnswer {
  /** The last line that is a JSON object: the result of `plan` and `review`. */
  readonly object: JsonObject | undefined;
  readonly summary: string | undefined;
  /** It says that nothing needs to be changed. */
  readonly noChange: boolean;
  /** The last line that is not blank, whatever it is; "limit reached" for instance. */
  readonly lastLine: string | undefined;
}

const Said = v.object({
  summary: v.fallback(v.optional(v.string()), undefined),
  noChange: v.fallback(v.optional(v.boolean(), false), false),
});

/** Reads the end of what was printed. A fence of Markdown around the line does no harm. */
export function readAnswer(stdout: string): WorkerAnswer {
  const lines = stdout.split("\n").map((line) => line.trim());
  const object = lastObject(lines);
  const { summary, noChange } = v.parse(Said, object ?? {});
  return { object, summary, noChange, lastLine: lines.findLast((line) => line !== "") };
}

function lastObject(lines: readonly string[]): JsonObject | undefined {
  for (const line of lines.toReversed()) {
    if (!line.startsWith("{") || !line.endsWith("}")) continue;
    const value = parsed(line);
    if (isObject(value)) return value;
  }
  return undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
