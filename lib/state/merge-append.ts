import { elementsIn, isSame, jsonOf, type Place } from "./merge-place.ts";
import { adapted, containerOf, type Piece, rendered } from "./merge-render.ts";

interface Arrays {
  readonly base: Place | undefined;
  readonly ours: Place;
  readonly theirs: Place;
}

/**
 * The array when both sides only added elements at the end of the common ancestor (or did nothing): ours' additions, then theirs'.
 * What both added alike comes once. Undefined when a side did something else.
 */
export function appendedMerge({ base, ours, theirs }: Arrays, eol: string): string | undefined {
  const [before, own, other] = [base === undefined ? [] : elementsIn(base), elementsIn(ours), elementsIn(theirs)];
  if (!startsWith(own, before) || !startsWith(other, before)) return undefined;
  let shared = before.length;
  while (shared < own.length && shared < other.length && isSame(own[shared]!, other[shared]!)) shared++;
  const added = other.slice(shared);
  if (added.length === 0) return jsonOf(ours);
  const container = containerOf(ours, theirs, eol);
  const pieces = own.map((element, i): Piece => {
    const before = i === 0 ? undefined : ours.text.slice(own[i - 1]!.end, element.start);
    return { outcome: { kind: "kept", text: jsonOf(element) }, before };
  });
  const more = added.map((element): Piece => ({ outcome: { kind: "kept", text: adapted(jsonOf(element), container) }, before: undefined }));
  return rendered([...pieces, ...more], container);
}

function startsWith(elements: readonly Place[], start: readonly Place[]): boolean {
  return elements.length >= start.length && start.every((element, i) => isSame(element, elements[i]!));
}
