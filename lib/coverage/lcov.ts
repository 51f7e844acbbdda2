import { type CoverageReport, FileCollector } from "./file-coverage.ts";

/** Totals of a record, for writers that give no `BRDA` lines. */
interface Summary {
  found: number | undefined;
  hit: number | undefined;
  details: number;
}

/** Reads lcov: several records of one file are one; totals only count where the details are missing. */
export function readLcov(text: string): CoverageReport {
  const files = new Map<string, FileCollector>();
  let current: FileCollector | undefined;
  let summary: Summary = { found: undefined, hit: undefined, details: 0 };
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "end_of_record") {
      if (current !== undefined) finishRecord(current, summary);
      current = undefined;
      continue;
    }
    const colon = line.indexOf(":");
    const [tag, value] = [line.slice(0, colon), line.slice(colon + 1)];
    if (tag === "SF") {
      if (current !== undefined) finishRecord(current, summary);
      current = files.get(value) ?? new FileCollector();
      files.set(value, current);
      summary = { found: undefined, hit: undefined, details: 0 };
    } else if (current !== undefined) readTag(current, summary, tag, value);
  }
  if (current !== undefined) finishRecord(current, summary);
  return { format: "lcov", sources: [], files: [...files].map(([path, file]) => file.finish(path)) };
}

function readTag(file: FileCollector, summary: Summary, tag: string, value: string): void {
  const parts = value.split(",");
  if (tag === "DA") file.line(Number(parts[0]), Number(parts[1]));
  else if (tag === "BRDA" && parts.length >= 4) {
    summary.details++;
    const line = Number(parts[0]);
    // `-`: the line never ran, so the branch was not taken either. The branch's name may itself have commas.
    const taken = parts.at(-1)!;
    file.branch(parts.slice(0, -1).join(","), { line, hits: taken === "-" ? 0 : Number(taken) });
  } else if (tag === "BRF") summary.found = Number(value);
  else if (tag === "BRH") summary.hit = Number(value);
}

/** Totals that contradict themselves (BRH > BRF) say nothing. */
function finishRecord(file: FileCollector, { found, hit = 0, details }: Summary): void {
  if (details > 0 || found === undefined) return;
  if (found === 0) file.knowsBranches();
  else file.branchCounts(0, hit, found);
}
