import { expect, test } from "bun:test";
import { DataError } from "../lib/errors.ts";
import { readXml } from "../lib/xml.ts";

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
