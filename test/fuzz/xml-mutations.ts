/** Changes of XML reports: most keep the text well-formed, so that what is behind the parser sees them. */
import { below, changedBytes, mutatedText, pick, type Random } from "./mutations.ts";

const ATTRIBUTE = /[\w:-]+="[^"]*"/g;
const ELEMENT = /<(\w[\w.-]*)(?:\s[^<>]*)?\/>|<(\w[\w.-]*)(?:\s[^<>]*)?>[^<>]*<\/\2>/g;
const VALUES: readonly string[] = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e999",
  "99999999999999999999",
  "x",
  "a&#10;b",
  "&#27;[31m",
  "&lt;",
  "é",
  "../x",
  "/etc/x",
  "__proto__",
];

/** The text's bytes after changes of its attributes and elements and, in a third of the cases, of its characters. */
export function mutatedXml(random: Random, good: string, words: readonly string[]): Uint8Array {
  let text = good;
  for (let changes = below(random, 5); changes > 0; changes--) text = changedMarkup(random, text, words);
  return random() < 0.3 ? mutatedText(random, text, words) : changedBytes(random, new TextEncoder().encode(text));
}

/** Another attribute value, an attribute less, an element less, twice, or somewhere else. */
function changedMarkup(random: Random, text: string, words: readonly string[]): string {
  const attribute = someMatch(random, text, ATTRIBUTE);
  const element = someMatch(random, text, ELEMENT);
  const other = someMatch(random, text, ELEMENT);
  const name = attribute?.[0].split("=")[0];
  const whole = words.filter((word) => /^<\w[^<>]*\/>$/.test(word));
  const kinds: readonly (() => string)[] = [
    () => replaced(text, attribute, `${name}="${pick(random, VALUES)}"`),
    () => replaced(text, attribute, ""),
    () => replaced(text, element, ""),
    () => replaced(text, element, `${element?.[0]}${element?.[0]}`),
    () => replaced(text, element, other?.[0] ?? ""),
    () => replaced(text, element, `${element?.[0]}${whole.length === 0 ? "" : pick(random, whole)}`),
    () => replaced(text, element, nested(random, element?.[0] ?? "")),
  ];
  return pick(random, kinds)();
}

/** One in ten is deeper than any reader's stack may be. */
function nested(random: Random, inner: string): string {
  const depth = random() < 0.1 ? below(random, 20_000) : below(random, 10);
  return `${"<group>".repeat(depth)}${inner}${"</group>".repeat(depth)}`;
}

function someMatch(random: Random, text: string, pattern: RegExp): RegExpMatchArray | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : pick(random, all);
}

function replaced(text: string, match: RegExpMatchArray | undefined, replacement: string): string {
  if (match?.index === undefined) return text;
  return text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
}
