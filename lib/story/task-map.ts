/** Reads `task-implementation-map-….md`: the order in which a story's tasks are to be done. */
import { fold } from "./fold.ts";
import { linesOf, outline } from "./outline.ts";
import { firstTable } from "./tables.ts";
import { taskIdsIn } from "./task-ids.ts";
import { wholeOf } from "./task-lines.ts";

/** Task ids, each once: by the table of waves, else as the text names them first. */
export function readMapOrder(text: string): readonly string[] {
  const structure = outline(text);
  const lines = linesOf(structure, wholeOf(structure), ["code", "comment"]);
  const waves = firstTable(lines, (header) => /^(?:wave|onda|fase)\b/.test(fold(header[0] ?? "")) && tasksColumn(header) > 0);
  const cells = waves?.rows.map((row) => row[tasksColumn(waves.header)] ?? "") ?? [];
  const inWaves = taskIdsIn(cells.join(" "));
  return inWaves.length > 0 ? inWaves : taskIdsIn(lines.join("\n"));
}

function tasksColumn(header: readonly string[]): number {
  return header.findIndex((cell) => /^(?:tasks?|tarefas?)\b/.test(fold(cell)));
}
