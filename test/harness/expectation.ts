/** What a run must have done, and the comparison. The same words as in `test/vectors/*.json`. */
import { expect } from "bun:test";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchJson, type Pattern } from "./match-json.ts";
import type { Outcome } from "./run-script.ts";

export interface Expectation {
  readonly code?: number;
  /** Text, a pattern, JSON with its key order, or several JSON lines; absent: nothing on stdout. */
  readonly stdout?: string | RegExp | { readonly $lines: readonly Pattern[] } | { readonly [key: string]: Pattern };
  /** Exact text, exact lines, or a pattern; absent: nothing on stderr. */
  readonly stderr?: string | readonly string[] | RegExp;
  readonly after?: Readonly<Record<string, After>>;
  /** The run must be over by then. */
  readonly withinMs?: number;
}

/** A file after the run: its text, or one of these. `unchanged` includes mtime and inode. */
export type After = string | "unchanged" | "absent" | "symlink" | { readonly text: string };

/** Whatever is compared for `unchanged`. */
export interface Snapshot {
  readonly bytes: string;
  readonly mtimeNs: bigint;
  readonly inode: bigint;
}

export function snapshot(path: string): Snapshot | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return { bytes: stat.isFile() ? readFileSync(path, "latin1") : "", mtimeNs: stat.mtimeNs, inode: stat.ino };
}

/** Asserts stdout and stderr before the code; an end by signal is never expected, nor is 70 unless it is asked for. */
export function expectOutcome(outcome: Outcome, want: Expectation, root: string): void {
  const { code = 0, stdout = "", stderr = "" } = want;
  if (typeof stdout === "string" || stdout instanceof RegExp) expectText("stdout", outcome.stdout, stdout, root);
  else expect(matchJson(outcome.stdout, "$lines" in stdout ? (stdout.$lines as Pattern[]) : [stdout], root)).toEqual([]);
  expectText("stderr", outcome.stderr, isLines(stderr) ? stderr.map((line) => `${line}\n`).join("") : stderr, root);
  expect(outcome.signal).toBeUndefined();
  expect(outcome.code).toBe(code);
}

function isLines(value: string | RegExp | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function expectText(stream: string, got: string, want: string | RegExp, root: string): void {
  if (typeof want === "string") expect(`${stream}: ${got}`).toBe(`${stream}: ${want.replaceAll("$CWD", root)}`);
  else expect(got).toMatch(want);
}

/** Asserts the state of the files; `before` holds the snapshots of those that must be unchanged. */
export function expectFiles(root: string, after: Readonly<Record<string, After>>, before: ReadonlyMap<string, Snapshot | undefined>): void {
  for (const [relative, want] of Object.entries(after)) {
    const path = join(root, relative);
    if (want === "absent") expect([relative, snapshot(path)]).toEqual([relative, undefined]);
    else if (want === "unchanged") expect([relative, snapshot(path)]).toEqual([relative, before.get(relative)]);
    else if (want === "symlink") expect([relative, lstatSync(path).isSymbolicLink()]).toEqual([relative, true]);
    else expect([relative, readFileSync(path, "utf8")]).toEqual([relative, typeof want === "string" ? want : want.text]);
  }
}
