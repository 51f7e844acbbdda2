/** Statuses that no skill knows: they count as not done, whatever was meant. Pure. */
import { isObject, type JsonDocument } from "../../state/json-document.ts";
import { excerpt } from "../../story/excerpt.ts";
import { classifier } from "../../story/status-words.ts";

const TRACKER: ReadonlySet<string> = new Set(["pending", "in_progress", "completed", "failed"]);

/** `'SUCCESS' (12)`: each strange value with how often it is there, the most frequent first. */
export function strangeStatuses({ root }: JsonDocument): readonly string[] {
  const classify = classifier();
  const nodes = ["stories", "storyEntries", "storyStatuses"].flatMap((name) => membersOf(root[name]));
  const statuses = [...nodes, ...nodes.flatMap((story) => membersOf(story.tasks)), ...membersOf(root.tasks)].map(({ status }) => status);
  const strange = statuses.filter((status) => status !== undefined && (typeof status !== "string" || classify(status) === "unknown"));
  const trackers = isObject(root.taskTracking) ? membersOf(root.taskTracking.taskIndex) : [];
  const odd = trackers.map(({ status }) => status).filter((status) => typeof status !== "string" || !TRACKER.has(status));
  const counts = new Map<string, number>();
  for (const status of [...strange, ...odd]) counts.set(shown(status), (counts.get(shown(status)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${text} (${count})`);
}

/** The objects that a map or a list of them holds. */
function membersOf(holder: unknown): readonly Readonly<Record<string, unknown>>[] {
  return typeof holder === "object" && holder !== null ? Object.values(holder).filter(isObject) : [];
}

function shown(status: unknown): string {
  return typeof status === "string" ? `'${excerpt(status)}'` : excerpt(JSON.stringify(status) ?? "none");
}
