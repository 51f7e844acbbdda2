/** A line that may open or close fenced code: three or more of one mark, indented by at most three spaces. */
export interface FenceLine {
  readonly line: number;
  readonly mark: "`" | "~";
  readonly length: number;
  /** Text after the marks: such a line can open code, never close it. */
  readonly hasInfo: boolean;
}

/** Reads `line` as a fence whose marks begin at `at`; undefined when it is none. */
export function fenceLine(text: string, at: number, line: number): FenceLine | undefined {
  const mark = text[at] as "`" | "~";
  if (!text.startsWith(mark.repeat(3), at)) return undefined;
  let end = at + 3;
  while (text[end] === mark) end++;
  const info = text.slice(end).trim();
  if (mark === "`" && info.includes("`")) return undefined;
  return { line, mark, length: end - at, hasInfo: info !== "" };
}

/**
 * For each fence line, if it opens code: the line that closes it, else undefined.
 * Whichever comes first decides: a bare fence at least as long closes it; one with an info string, or the end of the
 * file, shows that it was never closed, and then it is no fence at all. One pass from the end, linear.
 */
export function closingLines(fences: readonly FenceLine[]): readonly (number | undefined)[] {
  const closing: (number | undefined)[] = new Array(fences.length);
  const later: Record<FenceLine["mark"], FenceLine[]> = { "`": [], "~": [] };
  for (let i = fences.length - 1; i >= 0; i--) {
    const fence = fences[i]!;
    const stack = later[fence.mark];
    while (stack.length > 0 && stack.at(-1)!.length < fence.length) stack.pop();
    const next = stack.at(-1);
    closing[i] = next === undefined || next.hasInfo ? undefined : next.line;
    stack.push(fence);
  }
  return closing;
}
