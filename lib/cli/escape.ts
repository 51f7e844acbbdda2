/** C0, DEL, C1, line and paragraph separator, and the bidi controls: what could drive a terminal or fake a line. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** The same without C0, which `JSON.stringify` has escaped by itself. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** One line for stderr: no input can drive a terminal or add a line (spec page 0, Output). */
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, unicodeEscape);
}

/** JSON text with the remaining control and bidi characters as `\u` escapes. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
