const LONGEST = 80;

/** At most 80 characters of text from a file, for a message. */
export function excerpt(text: string): string {
  const line = text.trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}
