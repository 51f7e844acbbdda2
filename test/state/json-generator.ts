/** Random JSON texts for the state editor: odd spellings, duplicate keys, and the layouts that real files have. */
import fc from "fast-check";

type Tree =
  | { readonly kind: "leaf"; readonly json: string }
  | { readonly kind: "array"; readonly items: readonly Tree[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: Tree])[] };

const KEYS = ["status", "tasks", "0", "10", "a b", "é", "\\u0061", 'quo\\"te', "x", "stories", "prNumber"] as const;
const LEAVES = [
  "1.0",
  "1e3",
  "-0",
  "12345678901234567890",
  "true",
  "false",
  "null",
  '""',
  '"DONE"',
  '"\\u00e9\\/"',
  '"a\\"status\\": b"',
  '"{[,:"',
  '"\\\\"',
];

const leaf = fc.constantFrom(...LEAVES).map((json): Tree => ({ kind: "leaf", json }));
const { tree } = fc.letrec<{ tree: Tree; object: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    tie("object"),
    fc.array(tie("tree"), { maxLength: 4 }).map((items): Tree => ({ kind: "array", items })),
  ),
  object: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie("tree")), { maxLength: 5 }).map((members): Tree => ({ kind: "object", members })),
}));

interface Style {
  readonly indent: string;
  readonly eol: string;
  readonly colon: string;
  /** Objects at this depth and deeper stand on one line. */
  readonly inlineFrom: number;
  readonly pad: string;
}

const style = fc.record<Style>({
  indent: fc.constantFrom("  ", "    ", "\t", ""),
  eol: fc.constantFrom("\n", "\r\n"),
  colon: fc.constantFrom(":", ": ", " : "),
  inlineFrom: fc.constantFrom(0, 1, 2, 9),
  pad: fc.constantFrom("", " "),
});

/** An object as text, with or without a final newline. */
export const jsonObject: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(...KEYS), tree), { maxLength: 5 }), style, fc.constantFrom("", "\n"))
  .map(([members, look, end]) => print({ kind: "object", members }, look, 0) + end);

function print(node: Tree, look: Style, depth: number): string {
  if (node.kind === "leaf") return node.json;
  const items =
    node.kind === "array"
      ? node.items.map((item) => print(item, look, depth + 1))
      : node.members.map(([key, value]) => `"${key}"${look.colon}${print(value, look, depth + 1)}`);
  const [open, close] = node.kind === "array" ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  if (depth >= look.inlineFrom) return `${open}${look.pad}${items.join(look.colon === ":" ? "," : ", ")}${look.pad}${close}`;
  const line = look.eol + look.indent.repeat(depth + 1);
  return `${open}${line}${items.join(`,${line}`)}${look.eol}${look.indent.repeat(depth)}${close}`;
}
