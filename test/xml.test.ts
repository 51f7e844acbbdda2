/** XML as test runners write it: with what XML 1.0 does not allow, but never cut off. */
import { expect, test } from "bun:test";
import { DataError } from "../lib/errors.ts";
import { childrenNamed, readXml } from "../lib/xml.ts";

const nested = (depth: number) => `${"<a>x".repeat(depth)}${"</a>".repeat(depth)}`;

test("an element's text is its own and that of everything in it, in order", () => {
  const { text, children } = readXml("<a>1<b>2<c>3</c></b><![CDATA[<4>]]><!-- no -->5</a>", "report.xml");
  expect([text, children.map((child) => child.text)]).toEqual(["123<4>5", ["23"]]);
});

test("a thousand levels are read, more are refused: readers may be recursive", () => {
  expect(readXml(nested(1_000), "report.xml").text).toBe("x".repeat(1_000));
  for (const depth of [1_001, 8_000, 100_000]) {
    expect(() => readXml(nested(depth), "report.xml")).toThrow(new DataError("Cannot read report.xml: nested too deeply"));
  }
});

test.each([
  ["a terminal's escape", "<a>\u001b[31mred</a>", "[31mred"],
  ["the same as a reference, decimal", "<a>&#27;[31mred</a>", "[31mred"],
  ["the same as a reference, hexadecimal", "<a>&#x1b;[31mred</a>", "[31mred"],
  ["half of a surrogate pair", "<a>x\ud800y</a>", "xy"],
  ["half of a surrogate pair as a reference", "<a>x&#xD800;y</a>", "xy"],
  ["no character at all", "<a>x&#xFFFE;&#xFFFF;y\uffff</a>", "xy"],
  ["a number beyond Unicode", "<a>x&#1114112;y</a>", "xy"],
  ["tab and line end as references stay", "<a>x&#9;&#10;&#13;y</a>", "x\t\n\ry"],
  ["a character beyond the first plane stays", "<a>&#x1F600;\u{1F600}</a>", "\u{1F600}\u{1F600}"],
  ["an entity of the document is not expanded", '<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', "&e;"],
])("%s", (_, text, want) => {
  expect(readXml(text, "report.xml").text).toBe(want);
});

test.each([
  ["cut off", "<a><b>", /^Cannot read report\.xml: /],
  ["no element", "<!-- nothing -->", /^Cannot read report\.xml: /],
  ["empty", "", /^Cannot read report\.xml: /],
])("%s: an error of one line", (_, text, message) => {
  const read = () => readXml(text, "report.xml");
  expect(read).toThrow(DataError);
  expect(read).toThrow(message);
});

test("children by their name, attributes as text", () => {
  const root = readXml('<a><b n="1"/><c/><b n="2"/></a>', "x");
  expect(childrenNamed(root, "b").map(({ attributes }) => attributes.n)).toEqual(["1", "2"]);
});
