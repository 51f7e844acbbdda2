import * as v from "valibot";
import { DataError } from "../errors.ts";
import { type CoverageReport, FileCollector, type FileCoverage } from "./file-coverage.ts";

/** The implicit `else` of istanbul has empty locations. */
const Location = v.object({ start: v.optional(v.object({ line: v.nullish(v.number()) })) });
const Branch = v.object({ line: v.nullish(v.number()), loc: v.nullish(Location), locations: v.optional(v.array(Location), []) });
const File = v.object({
  path: v.optional(v.string()),
  statementMap: v.record(v.string(), Location),
  s: v.record(v.string(), v.number()),
  branchMap: v.optional(v.record(v.string(), Branch), {}),
  b: v.optional(v.record(v.string(), v.array(v.number())), {}),
});
const Report = v.record(v.string(), v.union([File, v.object({ data: File })]));

/** Reads `coverage-final.json`: a line ran as often as the statement that ran most of those that begin on it. */
export function readIstanbul(text: string, name: string): CoverageReport {
  const parsed = v.safeParse(Report, parseJson(text, name));
  if (!parsed.success) throw new DataError(`Cannot read ${name}: no Istanbul coverage at ${v.getDotPath(parsed.issues[0]) ?? "its top"}`);
  const files = Object.entries(parsed.output).map(([key, entry]) => readFile(key, "data" in entry ? entry.data : entry));
  return { format: "istanbul", sources: [], files };
}

function readFile(key: string, { path, statementMap, s, branchMap, b }: v.InferOutput<typeof File>): FileCoverage {
  const file = new FileCollector();
  file.knowsBranches();
  for (const [id, hits] of Object.entries(s)) file.line(statementMap[id]?.start?.line ?? 0, hits);
  for (const [id, hits] of Object.entries(b)) {
    const branch = branchMap[id];
    const line = branch?.loc?.start?.line ?? branch?.line ?? branch?.locations[0]?.start?.line ?? 0;
    hits.forEach((taken, i) => {
      file.branch(`${id}#${i}`, { line: branch?.locations[i]?.start?.line ?? line, hits: taken });
    });
  }
  return file.finish(path ?? key);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DataError(`Cannot read ${name}: not valid JSON`);
  }
}
