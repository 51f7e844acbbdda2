const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /[\u0300-\u036f]/g;
const BLANKS = /[ \t\u00a0]{2,}|[\t\u00a0]/g;

/** Text to compare titles by: no accents, lower case, single spaces. */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize("NFD").replace(MARKS, "") : text;
  return plain.toLowerCase().replace(BLANKS, " ").trim();
}
