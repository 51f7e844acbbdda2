import { expect, test } from "bun:test";
import { firstThatOpens } from "../../lib/platform/libc.ts";

test("libc is opened by the first of its names that there is", () => {
  const tried: string[] = [];
  const opened = firstThatOpens((name) => {
    tried.push(name);
    if (!name.includes("musl")) throw new Error(`${name}: not found`);
    return name;
  });
  expect(tried.at(-1)).toBe(opened);
  expect(tried.length).toBe(2);
});

test("where there is none under a known name, the last refusal says so", () => {
  const refuse = (name: string) => {
    throw new Error(`${name}: not found`);
  };
  expect(() => firstThatOpens(refuse)).toThrow(": not found");
});
