/** What a state file says about the status of a story, in each of the shapes that real files have. */

/** `markdown`: the state cannot tell, so the story's own text does. `known`: `status` is not done unless it `isWord`. */
export type StateAnswer = { readonly from: "state"; readonly status: string; readonly isWord: boolean } | { readonly from: "markdown" };

/** The status of a story that nothing tells about. */
export const UNKNOWN = "UNKNOWN";

const ASK_MARKDOWN: StateAnswer = { from: "markdown" };

/**
 * Looks `id` up in `stories`; where that is no map, in a list `stories`, then the maps `storyEntries` and `storyStatuses`.
 * A map or list without the id says UNKNOWN; an entry without a status, or none of these shapes, leaves it to the markdown.
 */
export function statusInState(state: unknown, id: string): StateAnswer {
  if (!isMap(state)) return ASK_MARKDOWN;
  const { stories, storyEntries, storyStatuses } = state;
  if (isMap(stories)) return answer([entryOf(stories, id)]);
  const found: unknown[] = [];
  if (Array.isArray(stories)) found.push(stories.find((entry) => isMap(entry) && entry.id === id));
  if (isMap(storyEntries)) found.push(entryOf(storyEntries, id));
  if (isMap(storyStatuses)) found.push(entryOf(storyStatuses, id));
  return found.length === 0 ? ASK_MARKDOWN : answer(found);
}

/** The first entry that has a status decides. */
function answer(entries: readonly unknown[]): StateAnswer {
  let isThere = false;
  for (const entry of entries) {
    if (entry === undefined || entry === null) continue;
    isThere = true;
    const status = isMap(entry) ? entry.status : Array.isArray(entry) ? undefined : entry;
    if (typeof status === "string") return { from: "state", status: status.trim() === "" ? UNKNOWN : status, isWord: true };
    if (status !== undefined) return { from: "state", status: status === null ? UNKNOWN : JSON.stringify(status), isWord: false };
  }
  return isThere ? ASK_MARKDOWN : { from: "state", status: UNKNOWN, isWord: true };
}

function entryOf(map: Readonly<Record<string, unknown>>, id: string): unknown {
  return Object.hasOwn(map, id) ? map[id] : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
