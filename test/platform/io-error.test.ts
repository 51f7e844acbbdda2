import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { IoError } from "../../lib/errors.ts";
import { errnoName, isAbsent, naming, reasonOf } from "../../lib/platform/io-error.ts";

test("reasonOf has words of its own, the errno's name else, and the message of what is no system error", () => {
  expect(reasonOf(Object.assign(new Error("x"), { code: "ENOSPC" }))).toBe("no space left on device");
  expect(reasonOf(Object.assign(new Error("x"), { code: "EXOTIC" }))).toBe("EXOTIC");
  expect(reasonOf(new Error("plain"))).toBe("plain");
  expect(reasonOf("text")).toBe("text");
  expect(errnoName(Object.assign(new Error("x"), { code: 5 }))).toBeUndefined();
});

test("isAbsent is about nothing being there, not about what cannot be seen", () => {
  expect(isAbsent(Object.assign(new Error(), { code: "ENOENT" }))).toBe(true);
  expect(isAbsent(Object.assign(new Error(), { code: "ENOTDIR" }))).toBe(true);
  expect(isAbsent(Object.assign(new Error(), { code: "EACCES" }))).toBe(false);
});

test("naming turns a failed system call into an IoError and leaves a bug alone", () => {
  expect(() => naming("stat", "/nowhere", () => statSync("/nowhere"))).toThrow(
    new IoError("stat", "/nowhere", "no such file or directory"),
  );
  const bug = () => {
    throw new TypeError("odd");
  };
  expect(() => naming("stat", "x", bug)).toThrow(TypeError);
});
