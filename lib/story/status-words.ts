/** Which status words mean done, and which are known words for not done. */

const DONE: ReadonlySet<string> = new Set(["done", "merged", "complete", "concluída", "concluida"]);

const NOT_DONE: ReadonlySet<string> = new Set([
  "pending",
  "in_progress",
  "pr_created",
  "pr_approved",
  "pr_merged",
  "failed",
  "blocked",
  "unknown",
]);

/** `unknown` is not done either, and worth a warning. */
export type Bucket = "done" | "pending" | "unknown";

/** What a status word means. */
export type Classify = (status: string) => Bucket;

/** Words count trimmed, in any case, composed or decomposed; `extraDone` adds done words (`--done-status`). */
export function classifier(extraDone: readonly string[] = []): Classify {
  const extra = new Set<string>();
  for (const word of extraDone) extra.add(canonical(word));
  return (status) => {
    const word = canonical(status);
    if (DONE.has(word) || extra.has(word)) return "done";
    return NOT_DONE.has(word) ? "pending" : "unknown";
  };
}

/** Composing a word loads the runtime's Unicode tables, so a usual one is not composed. */
function canonical(status: string): string {
  const word = status.trim().toLowerCase();
  return DONE.has(word) || NOT_DONE.has(word) ? word : word.normalize("NFC");
}
