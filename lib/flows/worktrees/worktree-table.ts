/** One worktree as it is shown to people. */
export interface TableRow {
  readonly id: string;
  readonly branch: string | null;
  readonly status: string;
  readonly lastCommit: string | null;
  readonly ageSeconds: number;
  readonly path: string;
}

const HEADER = ["ID", "STATUS", "AGE", "COMMIT", "BRANCH", "PATH"];
const SHA_SHOWN = 9;

/** Aligned columns, a line for each; `safe` makes a cell fit for a terminal. Pure. */
export function worktreeTable(rows: readonly TableRow[], safe: (cell: string) => string): string {
  const cells = rows.map(({ id, branch, status, lastCommit, ageSeconds, path }) =>
    [id, status, age(ageSeconds), lastCommit?.slice(0, SHA_SHOWN) ?? "-", branch ?? "(detached)", path].map(safe),
  );
  const table = [HEADER, ...cells];
  const widths = HEADER.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** The largest unit that fits, cut: `3 d`, `59 min`, `12 s`. */
function age(seconds: number): string {
  for (const [size, unit] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  return `${seconds} s`;
}
