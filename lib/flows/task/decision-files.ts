/** The files that the architecture decisions ask to be read before anything is written. Pure. */
import { outline } from "../../story/outline.ts";
import { bareTitle, plainLines, sectionAt } from "../../story/task-lines.ts";

/** Where the decisions are, from the repository's top level. */
export const DECISIONS_FILE = "docs/architecture/architecture-decisions-backend.md";
const TITLE = /^patterns (?:e|and) knowledge (?:obrigatorios|required|mandatory)/;
const LINK = /\[[^[\]]*\]\(<?([^()<>\s#]+)[^()]*\)/g;
const CODE = /`([^`\s]+)`/g;
const PATH = /^(?!https?:)[\w@.~+/-]*\.[A-Za-z][A-Za-z0-9]{0,5}$/;

/** Paths that the sections "Patterns e Knowledge Obrigatórios" list, as written, each once, in order. */
export function decisionFiles(text: string): readonly string[] {
  const structure = outline(text);
  const paths = structure.headings.flatMap((heading, at) => {
    if (!TITLE.test(bareTitle(heading))) return [];
    return [...plainLines(structure, sectionAt(structure, at))].flatMap((line) => pathsIn(line.text));
  });
  return [...new Set(paths)];
}

function pathsIn(line: string): readonly string[] {
  const linked = [...line.matchAll(LINK)].map((match) => match[1]!);
  const coded = [...line.replaceAll(LINK, "").matchAll(CODE)].map((match) => match[1]!);
  const marked = [...linked, ...coded].filter((path) => PATH.test(path));
  if (marked.length > 0) return marked;
  const bare = line.replace(/^[ \t]*[-*+|][ \t]*/, "").split(/[\s|,;]+/);
  return bare.filter((word) => word.includes("/") && PATH.test(word));
}
