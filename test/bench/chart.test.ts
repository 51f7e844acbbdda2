import { expect, test } from "bun:test";
import { barChart } from "./chart.ts";

const bars = [
  { name: "ours", ms: 10, isOurs: true },
  { name: "a & b <theirs>", ms: 1000, isOurs: false },
];

test("a bar ten times as long in time is one decade longer, and names are escaped", () => {
  const svg = barChart("A title", bars);
  const widths = [...svg.matchAll(/width="([\d.]+)" height="18"/g)].map((match) => Number(match[1]));
  expect(widths[1]! / widths[0]!).toBeCloseTo(3, 2);
  expect(svg).toContain("a &amp; b &lt;theirs&gt;");
  expect(svg.match(/ ms<\/text>/g)).toHaveLength(4);
});

test("a time below the scale's start still shows a bar", () => {
  expect(barChart("A title", [{ name: "quick", ms: 0.2, isOurs: true }])).toContain('width="1.0"');
});
