/** The few functions of istanbul that are used here; the packages have no types of their own. */
declare module "istanbul-lib-instrument" {
  export interface Instrumenter {
    instrumentSync(source: string, path: string): string;
    lastFileCoverage(): import("istanbul-lib-coverage").FileCoverageData;
  }
  export function createInstrumenter(options: Readonly<Record<string, unknown>>): Instrumenter;
}

declare module "istanbul-lib-coverage" {
  export interface FileCoverageData {
    readonly path: string;
    readonly s: Record<string, number>;
    readonly f: Record<string, number>;
    readonly b: Record<string, number[]>;
  }
  export interface Summary {
    readonly lines: { readonly total: number; readonly covered: number };
    readonly branches: { readonly total: number; readonly covered: number };
  }
  export interface FileCoverage {
    toSummary(): { readonly data: Summary };
    getUncoveredLines(): string[];
    /** By line number. */
    getBranchCoverageByLine(): Readonly<Record<string, { readonly coverage: number }>>;
  }
  export function createFileCoverage(data: FileCoverageData): FileCoverage;
}
