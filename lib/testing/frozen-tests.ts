/** The files that a step may not touch once the tests are written. */

export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
}

export interface Frozen {
  readonly testFiles: readonly ChangedFile[];
  readonly guarded: readonly string[];
}

/** Names the first file whose change weakens the tests; a test file that is new (a snapshot, say) weakens nothing. */
export function weakenedTests({ testFiles, guarded }: Frozen): string | undefined {
  if (guarded[0] !== undefined) return `${guarded[0]}: the test command or its configuration was changed`;
  const touched = testFiles.find(({ change }) => change !== "added");
  return touched === undefined ? undefined : `${touched.path} was ${touched.change} after RED`;
}
