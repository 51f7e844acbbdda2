/** The words of a command line in a contract's examples: spaces separate, single or double quotes hold together. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}
