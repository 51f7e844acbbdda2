/** Covered of total, in whole numbers: a share is compared without ever being rounded. */
export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** True when covered/total is at least `percent` (two decimals at most); a total of 0 meets nothing. */
export function meets({ covered, total }: Ratio, percent: number): boolean {
  return total > 0 && covered * 10_000 >= Math.round(percent * 100) * total;
}

/** Per cent, cut to two decimals: 94.996 % is 94.99. Undefined when there is nothing to cover. */
export function percentOf({ covered, total }: Ratio): number | undefined {
  return total === 0 ? undefined : Math.floor((covered * 10_000) / total) / 100;
}

/** The sum of several ratios. */
export function addRatios(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((sum, { covered, total }) => ({ covered: sum.covered + covered, total: sum.total + total }), {
    covered: 0,
    total: 0,
  });
}
