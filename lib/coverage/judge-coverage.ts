/** Line and branch coverage of the production files that a task changed, against thresholds that do not bend (spec page 6). */
import { matcher } from "../glob.ts";
import type { CoverageByPath } from "./covered-files.ts";
import type { FileCoverage } from "./file-coverage.ts";
import { addRatios, meets, percentOf, type Ratio } from "./ratio.ts";

export interface CoverageStep {
  /** Coverage of the run that is judged; undefined when no report was there. */
  readonly after: CoverageByPath | undefined;
  /** Coverage of the baseline run; undefined when it has none. */
  readonly before: CoverageByPath | undefined;
  /** Repository paths of the production files that the task changed and that still exist. */
  readonly changed: readonly string[];
  /** Extensions of the stack's language, with their dots. */
  readonly extensions: readonly string[];
  /** Globs that the configuration leaves out. */
  readonly exclude: readonly string[];
  /** Per cent, two decimals at most. */
  readonly thresholds: { readonly line: number; readonly branch: number };
}

/** A share in per cent cut to two decimals, or null and why there is none. */
type Share = { readonly percent: number; readonly reason: undefined } | { readonly percent: null; readonly reason: string };

export interface Hole {
  readonly file: string;
  /** Lines that did not run, and lines of which a branch was not taken. */
  readonly lines: readonly number[];
}

export interface CoverageVerdict {
  readonly holds: boolean;
  /** One line: the shares, or what falls short and where. */
  readonly detail: string;
  readonly line: Share;
  readonly branch: Share;
  readonly holes: readonly Hole[];
  readonly delta: CoverageDelta;
}

/** As the result line has it. */
interface CoverageDelta {
  readonly lineBefore: number | null;
  readonly lineAfter: number | null;
  readonly branchBefore: number | null;
  readonly branchAfter: number | null;
}

/** Judges the changed files; one of the language that the report does not mention fails by itself. */
export function judgeCoverage(step: CoverageStep): CoverageVerdict {
  const files = considered(step);
  const known = files.flatMap((file) => step.after?.get(file) ?? []);
  const [line, branch] = [lineRatio(known), branchRatio(known)];
  const shares = { line: lineShare(step, files, line), branch: branchShare(known, branch) };
  const unmentioned = files.filter((file) => step.after?.has(file) !== true);
  const problems = [
    ...(files.length > 0 && step.after === undefined ? ["no coverage report"] : unmentioned.map((file) => `no coverage data: ${file}`)),
    ...(known.length > 0 && unmentioned.length === 0 && line.total === 0
      ? ["no coverage data: the report has no line of the changed files"]
      : []),
    ...(line.total > 0 && !meets(line, step.thresholds.line) ? [`line ${percentOf(line)} % < ${step.thresholds.line} %`] : []),
    ...(branch !== undefined && branch.total > 0 && !meets(branch, step.thresholds.branch)
      ? [`branch ${percentOf(branch)} % < ${step.thresholds.branch} %`]
      : []),
  ];
  const holes = files.flatMap((file) => holeIn(file, step.after?.get(file)));
  const holds = problems.length === 0;
  const detail = holds ? `line ${shown(shares.line)}, branch ${shown(shares.branch)}` : [...problems, ...shownHoles(holes)].join("; ");
  return { holds, detail, ...shares, holes: holds ? [] : holes, delta: deltaOf(step, files, shares) };
}

const MOST_SHOWN = 20;

function shownHoles(holes: readonly Hole[]): readonly string[] {
  const shown = holes.slice(0, MOST_SHOWN).map(describeHole);
  return holes.length > MOST_SHOWN ? [...shown, `and ${holes.length - MOST_SHOWN} more files`] : shown;
}

/** `src/a.ts:3-5,9`. */
export function describeHole({ file, lines }: Hole): string {
  return `${file}:${ranges(lines)}`;
}

/** Line numbers in rising order as ranges: `3-5,9`. */
export function ranges(lines: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else parts.push([line, line]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

function considered({ changed, extensions, exclude }: CoverageStep): readonly string[] {
  const isExcluded = matcher(exclude);
  const isCode = (file: string) => extensions.some((extension) => file.endsWith(extension)) && !/\.d\.[cm]?ts$/.test(file);
  return changed.filter((file) => isCode(file) && !isExcluded(file));
}

function lineRatio(files: readonly FileCoverage[]): Ratio {
  return addRatios(files.map(({ lines }) => ({ covered: count(lines.values(), (hits) => hits > 0), total: lines.size })));
}

/** Undefined when the format knows no branches of any of the files. */
function branchRatio(files: readonly FileCoverage[]): Ratio | undefined {
  const known = files.flatMap(({ branches }) => branches ?? []);
  if (known.length === 0) return undefined;
  return addRatios(known.map((branches) => ({ covered: count(branches.values(), ({ hits }) => hits > 0), total: branches.size })));
}

function lineShare({ after }: CoverageStep, files: readonly string[], ratio: Ratio): Share {
  const percent = percentOf(ratio);
  if (percent !== undefined) return { percent, reason: undefined };
  if (files.length === 0) return none("no production file of the language was changed");
  return none(after === undefined ? "no coverage report" : "the report has no line of the changed files");
}

function branchShare(files: readonly FileCoverage[], ratio: Ratio | undefined): Share {
  if (files.length === 0) return none("no coverage data");
  if (ratio === undefined) return none("the report's format has no branches");
  const percent = percentOf(ratio);
  return percent === undefined ? none("the changed files have no branches") : { percent, reason: undefined };
}

function none(reason: string): Share {
  return { percent: null, reason };
}

function shown({ percent, reason }: Share): string {
  return percent === null ? `unknown (${reason})` : `${percent} %`;
}

function holeIn(file: string, coverage: FileCoverage | undefined): readonly Hole[] {
  if (coverage === undefined) return [];
  const missed = [...coverage.lines].filter(([, hits]) => hits === 0).map(([line]) => line);
  const halfTaken = [...(coverage.branches?.values() ?? [])].filter(({ line, hits }) => hits === 0 && line > 0).map(({ line }) => line);
  const lines = [...new Set([...missed, ...halfTaken])].sort((a, b) => a - b);
  return lines.length === 0 ? [] : [{ file, lines }];
}

/** Files that the baseline does not have had no share in it. */
function deltaOf({ before }: CoverageStep, files: readonly string[], { line, branch }: { line: Share; branch: Share }): CoverageDelta {
  const old = files.flatMap((file) => before?.get(file) ?? []);
  return {
    lineBefore: percentOf(lineRatio(old)) ?? null,
    lineAfter: line.percent,
    branchBefore: percentOf(branchRatio(old) ?? { covered: 0, total: 0 }) ?? null,
    branchAfter: branch.percent,
  };
}

function count<T>(values: Iterable<T>, test: (value: T) => boolean): number {
  let total = 0;
  for (const value of values) if (test(value)) total++;
  return total;
}
