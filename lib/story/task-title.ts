/** Short forms of a task's title: commit subjects and the slug of a branch. */

const LONGEST_SLUG = 48;

/** At most `longest` characters, cut between words; a first word that is longer is cut itself. */
export function cutAtWord(text: string, longest: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longest) return line;
  const space = line.lastIndexOf(" ", longest);
  return line
    .slice(0, space > 0 ? space : longest)
    .toWellFormed()
    .replace(/[\s,;:.–—-]+$/, "");
}

/** Lower-case words of a-z and digits joined by `-`, at most 48 characters; `work` when nothing of the text is left. */
export function slugOf(text: string): string {
  const words = text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ");
  return cutAtWord(words, LONGEST_SLUG).replaceAll(" ", "-") || "work";
}
