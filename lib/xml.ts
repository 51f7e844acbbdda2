/**
 * Purpose: read an XML report into plain elements, for test and coverage reports alike.
 * Does not: load a DTD, expand an entity of the document, or take a document that was cut off.
 */
import { type XmlElement as ParsedElement, parseXml } from "@rgrove/parse-xml";
import { DataError } from "./errors.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Character data of this element and everything in it. */
  readonly text: string;
}

/** No tool nests as deep; whoever reads the elements may be recursive. */
const DEEPEST = 1_000;
/** Runners write terminal escapes into their reports, raw or as references; XML 1.0 has neither. */
const NOT_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const REFERENCE = /&#(?:x([0-9a-f]{1,8})|(\d{1,9}));/gi;

/** Reads `text`; throws `DataError` naming `path` when it is not one well-formed document. */
export function readXml(text: string, path: string): XmlElement {
  try {
    const { root } = parseXml(withoutInvalid(text), { ignoreUndefinedEntities: true });
    if (root !== null) return plain(root);
  } catch (error) {
    throw new DataError(`Cannot read ${path}: ${reason(error)}`);
  }
  throw new DataError(`Cannot read ${path}: no XML element`);
}

/** The direct children of that name. */
export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function withoutInvalid(text: string): string {
  const clean = text.replace(NOT_XML, "");
  return clean.includes("&#") ? clean.replace(REFERENCE, (all, hex, decimal) => (isInvalid(hex, decimal) ? "" : all)) : clean;
}

function isInvalid(hex: string | undefined, decimal: string | undefined): boolean {
  const code = hex === undefined ? Number.parseInt(decimal!, 10) : Number.parseInt(hex, 16);
  if (code < 0x20) return code !== 9 && code !== 10 && code !== 13;
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff || code > 0x10ffff;
}

/** Text is put together from below: asking each parsed element for its own would walk all of it again at every level. */
function plain({ name, attributes, children: parsed }: ParsedElement, depth = 1): XmlElement {
  if (depth > DEEPEST) throw new RangeError(`${DEEPEST} levels`);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of parsed) {
    if (child.type === "element") children.push(plain(child as ParsedElement, depth + 1));
    if ("text" in child) text += child.type === "element" ? children.at(-1)!.text : child.text;
  }
  return { name, attributes, children, text };
}

/** The parser's message goes on with a picture of the place; nesting that is too deep, for us or for the stack, is a RangeError. */
function reason(error: unknown): string {
  if (error instanceof RangeError) return "nested too deeply";
  return error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
}
