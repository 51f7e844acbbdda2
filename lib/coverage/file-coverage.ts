/** What a coverage report says, one model for every format. Hits are whole numbers. */

export interface BranchHits {
  /** 0 when the report does not say where the branch is. */
  readonly line: number;
  readonly hits: number;
}

export interface FileCoverage {
  /** As the report prints it. */
  readonly path: string;
  /** Executable lines and how often they ran. */
  readonly lines: ReadonlyMap<number, number>;
  /** Branches by a key that is the same in every part of the report; undefined when the file's branches are not known. */
  readonly branches: ReadonlyMap<string, BranchHits> | undefined;
}

export interface CoverageReport {
  readonly format: CoverageFormat;
  readonly files: readonly FileCoverage[];
  /** Folders that paths may be relative to (Cobertura's `sources`). */
  readonly sources: readonly string[];
}

type CoverageFormat = "lcov" | "cobertura" | "jacoco" | "istanbul" | "go";

/** Collects lines and branches of one file; what is said twice counts once, with the higher number of hits. */
export class FileCollector {
  readonly #lines = new Map<number, number>();
  readonly #branches = new Map<string, BranchHits>();
  #hasBranches = false;

  /** Line 0 and numbers that are none are not lines. */
  line(number: number, hits: number): void {
    if (!Number.isSafeInteger(number) || number < 1) return;
    this.#lines.set(number, Math.max(this.#lines.get(number) ?? 0, whole(hits)));
  }

  branch(key: string, { line, hits }: BranchHits): void {
    this.#hasBranches = true;
    this.#branches.set(key, { line, hits: Math.max(this.#branches.get(key)?.hits ?? 0, whole(hits)) });
  }

  /** `covered` of `total` branches of a line, for formats that do not tell them apart. */
  branchCounts(line: number, covered: number, total: number): void {
    if (!Number.isSafeInteger(total) || total < 1 || total > MOST_BRANCHES || covered > total) return;
    for (let i = 0; i < total; i++) this.branch(`${line}#${i}`, { line, hits: i < covered ? 1 : 0 });
  }

  /** The format knows branches, also where this file has none. */
  knowsBranches(): void {
    this.#hasBranches = true;
  }

  finish(path: string): FileCoverage {
    return { path, lines: this.#lines, branches: this.#hasBranches ? this.#branches : undefined };
  }
}

/** More branches than this in one place is a broken report. */
const MOST_BRANCHES = 1_000_000;

function whole(hits: number): number {
  return Number.isFinite(hits) && hits > 0 ? Math.ceil(hits) : 0;
}
