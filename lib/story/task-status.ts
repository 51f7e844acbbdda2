/** The words that a task file's status line may hold, and what they are called in this kit. */
import { fold } from "./fold.ts";

export type TaskStatus = "pending" | "planned" | "refined" | "in-progress" | "done" | "blocked" | "failed";

const WORDS: Readonly<Record<TaskStatus, readonly string[]>> = {
  pending: ["pendente", "pending"],
  planned: ["planejada", "planned"],
  refined: ["refinada", "refined"],
  "in-progress": ["em andamento", "in progress", "in_progress"],
  done: ["concluida", "done", "completed"],
  blocked: ["bloqueada", "blocked"],
  failed: ["falha", "failed"],
};

/** What the engine writes; the files are Portuguese by their seeds. */
export const STATUS_WORD = { "in-progress": "Em Andamento", done: "Concluída" } as const;

/** The status that a word means; undefined for any other word. */
export function taskStatusOf(word: string): TaskStatus | undefined {
  const folded = fold(word);
  return (Object.keys(WORDS) as TaskStatus[]).find((status) => WORDS[status].includes(folded));
}
