/** A line that may open or close fenced code: three or more of one mark, indented by at most three spaces. */
export interface FenceLine {
  /** Offset of the line. */
  readonly start: number;
  /** Offset after the line and its break. */
  readonly end: number;
  readonly mark: "`" | "~";
  readonly length: number;
  /** Text after the marks: such a line can open code, never close it. */
  readonly hasInfo: boolean;
}

/** Reads the line from `start` to `end` as a fence; undefined when it is none. */
export function fenceLine(text: string, start: number, end: number): FenceLine | undefined {
  const line = text.slice(start, end).trim();
  const mark = line[0] as "`" | "~";
  let length = 1;
  while (line[length] === mark) length++;
  const hasInfo = length < line.length;
  if (hasInfo && mark === "`" && line.includes("`", length)) return undefined;
  return { start, end, mark, length, hasInfo };
}

/**
 * For each fence line, if it opens code: the line that closes it, else undefined.
 * Whichever comes first decides: a bare fence at least as long closes it; one with an info string, or the end of the
 * file, shows that it was never closed, and then it is no fence at all. One pass from the end, linear.
 */
export function closingFences(fences: readonly FenceLine[]): readonly (FenceLine | undefined)[] {
  const closing = new Array<FenceLine | undefined>(fences.length);
  const later: Record<FenceLine["mark"], FenceLine[]> = { "`": [], "~": [] };
  for (let i = fences.length - 1; i >= 0; i--) {
    const fence = fences[i]!;
    const stack = later[fence.mark];
    while (stack.length > 0 && stack[stack.length - 1]!.length < fence.length) stack.pop();
    const next = stack[stack.length - 1];
    closing[i] = next?.hasInfo ? undefined : next;
    stack.push(fence);
  }
  return closing;
}
