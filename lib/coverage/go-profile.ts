import { type CoverageReport, FileCollector } from "./file-coverage.ts";

/** `path/file.go:3.24,5.2 1 0`: from line 3 to line 5, one statement, never run. */
const BLOCK = /^(.+):(\d+)\.\d+,(\d+)\.\d+ (\d+) (\d+)$/;
const LONGEST_BLOCK = 100_000;

/** Reads a Go profile; it has no branches. Of blocks that share a line, one that ran covers it. */
export function readGoProfile(text: string): CoverageReport {
  const files = new Map<string, FileCollector>();
  for (const raw of text.split("\n")) {
    const block = BLOCK.exec(raw.trim());
    if (block === null) continue;
    const [, path, from, to, statements, hits] = block as unknown as [string, string, string, string, string, string];
    const file = files.get(path) ?? new FileCollector();
    files.set(path, file);
    if (Number(statements) === 0 || !Number.isSafeInteger(Number(to)) || Number(to) - Number(from) > LONGEST_BLOCK) continue;
    for (let line = Number(from); line <= Number(to); line++) file.line(line, Number(hits));
  }
  return { format: "go", sources: [], files: [...files].map(([path, file]) => file.finish(path)) };
}
