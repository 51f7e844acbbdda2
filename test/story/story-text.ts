/** Texts of stories for tests, as people write them. */

export interface StoryParts {
  /** The cell under Blocked By. */
  readonly blockedBy?: string;
  readonly tasks?: number;
  /** Lines of the second section. */
  readonly rules?: string;
}

/** `story-0049-0011`, with three tasks and two scenarios unless the parts say otherwise. */
export function storyText({ blockedBy = "—", tasks = 3, rules = "Nothing special." }: StoryParts = {}): string {
  const headings = Array.from({ length: tasks }, (_, i) => `### ${taskId(i + 1)}: part ${i + 1}\n\n- do it\n`);
  return `# A story

**ID:** story-0049-0011
**Status:** Pendente

## 1. Dependências

| Blocked By | Blocks |
| :--- | :--- |
| ${blockedBy} | story-0049-0019 |

## 2. Regras

${rules}

## 7. Critérios de Aceite (Gherkin)

\`\`\`gherkin
Cenario: one
  DADO x
Cenario: two
  DADO y
\`\`\`

## 8. Tasks

${headings.join("\n")}
## 9. Notes

### TASK-0049-0011-099: not in the section
`;
}

/** The id of the story's task with this number. */
export function taskId(number: number): string {
  return `TASK-0049-0011-${String(number).padStart(3, "0")}`;
}
