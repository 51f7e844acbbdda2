/** Writes the first version of `task-TASK-….md` from what the story says; it passes `checkTaskFile` as it is. */
import { storyOfTask } from "./ids.ts";
import { outline } from "./outline.ts";
import type { StoryTask } from "./story-tasks.ts";
import { unmarked, wholeOf } from "./task-lines.ts";
import { readOutputs } from "./task-outputs.ts";

/** What every task has to be before it is done, whatever the story asks for beside it. */
const DONE = [
  "Cada ciclo observado: Red, Green, Refactor",
  "Suíte inteira verde",
  "Cobertura: linhas ≥ 95 %, ramos ≥ 90 %",
  "Outputs da seção 2.2 presentes",
  "Nenhum teste removido, pulado ou enfraquecido",
  "Um commit por passo, em Conventional Commits",
];
const CODE = /`([^`]+)`/g;
const PATH = /^(?=.*[/.])[\w@.~+/*?()[\]{},-]+$/;
const GONE = /\b(?:delet\w*|remov\w*|exclu[íi]\w*)/i;
/** Something else goes, out of a file that stays. */
const STAYS = /\b(?:edit\w*|nov[oa]s?|new|modif\w*|alter\w*|update\w*|atualiz\w*)/i;
/** Only a person can check it: no path, no name, no code. */
const PROSE = "O objetivo da seção 1 está atingido";

/** `storyFile` is the story's file name, which stands one folder above the plans. */
export function taskFileText(task: StoryTask, storyFile: string): string {
  const { id, title, body, dependencies } = task;
  const story = storyOfTask(id);
  const isNamed = storyFile === `${story}.md`;
  const waits = dependencies.length === 0 ? ["| — | — | — |"] : dependencies.map((other) => `| ${other} | input | Não |`);
  return `---
planningSchemaVersion: "2.0"
---

# Task: ${title || id}

**ID:** ${id}
**Story:** ${story}${isNamed ? "" : ` (${storyFile})`}
**Status:** Pendente

## 1. Objetivo

${quoted(body || title || id)}

## 2. Contratos I/O

### 2.1 Inputs

${list(inputsOf(task, storyFile), "- ")}

### 2.2 Outputs

${list(outputsOf(task), "- ")}

### 2.3 Testabilidade

- [x] Independentemente testável
- [ ] Requer mock de TASK-XXXX-YYYY-NNN
- [ ] Coalescível com TASK-XXXX-YYYY-NNN

## 3. Definition of Done

${list([...task.criteria, ...DONE], "- [ ] ")}

## 4. Dependências

| Depends on | Relação | Pode mockar? |
| :--- | :--- | :--- |
${waits.join("\n")}
`;
}

/** As a quotation nothing of it is a heading, a fence or a comment of the file. */
function quoted(text: string): string {
  return list(text.split("\n"), "> ").replace(/^> $/gm, ">");
}

function list(items: readonly string[], mark: string): string {
  return items.map((item) => mark + item).join("\n");
}

function inputsOf({ inputs, dependencies }: StoryTask, storyFile: string): readonly string[] {
  if (inputs.length > 0) return inputs;
  return [`História: \`../${storyFile}\``, ...dependencies.map((other) => `Outputs de ${other}`)];
}

/** What the story declares, else its files, each in the words that the engine can check; else one sentence. */
function outputsOf({ outputs, files }: StoryTask): readonly string[] {
  const declared = outputs.filter((item) => read(item).length > 0);
  if (declared.length > 0) return declared;
  const present = files.flatMap(pathsIn).map(([path, isGone]) => (isGone ? `Removido (\`test ! -e ${path}\`)` : presence(path)));
  return present.length > 0 ? [...new Set(present)] : [PROSE];
}

/** Paths of an entry such as `src/a.ts` (new), `src/b.ts`; with whether it says that they go. */
function pathsIn(entry: string): readonly (readonly [path: string, isGone: boolean])[] {
  const spans = [...entry.matchAll(CODE)].map((match) => match[1]!.trim());
  const words = spans.length > 0 ? spans : unmarked(entry).split(/[\s,;]+/);
  const around = entry.replaceAll(CODE, "");
  const isGone = GONE.test(around) && !STAYS.test(around);
  return words.filter((word) => PATH.test(word) && !word.endsWith(")")).map((path) => [path, isGone] as const);
}

/** A glob, or a name that is not clearly a file's, is said as a command, which only a person can check. */
function presence(path: string): string {
  const sentence = `Arquivo \`${path}\` existe`;
  const checks = read(sentence).flatMap((output) => output.checks);
  return checks.length === 1 && checks[0]!.kind === "file" ? sentence : `Presente (\`ls ${path}\`)`;
}

function read(item: string) {
  const structure = outline(`- ${item}\n`);
  return readOutputs(structure, wholeOf(structure));
}
