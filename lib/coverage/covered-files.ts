/** Coverage by repository path: what reports print is matched to the files that are really there. */
import { isAbsolute, type Place, repoPath } from "../repo-path.ts";
import type { BranchHits, CoverageReport, FileCoverage } from "./file-coverage.ts";

export type CoverageByPath = ReadonlyMap<string, FileCoverage>;

/** Several reports of one run as one; entries that match no file of the repository are left out. */
export function coverageByPath(reports: readonly CoverageReport[], files: ReadonlySet<string>, place: Place): CoverageByPath {
  const found = new Map<string, FileCoverage>();
  const byName = filesByName(files);
  for (const report of reports) {
    for (const file of report.files) {
      const path = findFile(file.path, report, { files, byName, place });
      if (path === undefined) continue;
      const other = found.get(path);
      found.set(path, other === undefined ? file : merged(other, file));
    }
  }
  return found;
}

interface Repository {
  readonly files: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly place: Place;
}

function findFile(printed: string, { sources, format }: CoverageReport, { files, byName, place }: Repository): string | undefined {
  const isRooted = isAbsolute(printed) || printed.startsWith("file:");
  const candidates = [printed, ...(isRooted ? [] : sources.map((source) => `${source}/${printed}`))];
  for (const candidate of candidates) {
    const path = repoPath(candidate, place);
    if (path !== undefined && files.has(path)) return path;
  }
  if (isRooted || (format !== "jacoco" && format !== "go" && format !== "cobertura")) return undefined;
  return bySuffix(printed, byName, format === "go");
}

/** Go prints import paths, JaCoCo packages: the longest end that is a file, or the one file with that end. */
function bySuffix(printed: string, byName: Repository["byName"], mayShorten: boolean): string | undefined {
  const parts = printed.replaceAll("\\", "/").split("/");
  const sameName = byName.get(parts.at(-1)!) ?? [];
  for (let cut = 0; cut < (mayShorten ? parts.length : 1); cut++) {
    const end = parts.slice(cut).join("/");
    const matches = mayShorten ? sameName.filter((file) => file === end) : sameName.filter((file) => `/${file}`.endsWith(`/${end}`));
    const main = matches.length > 1 ? matches.filter((file) => file.includes("src/main/")) : matches;
    if (main.length === 1) return main[0];
  }
  return undefined;
}

function filesByName(files: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [file]);
    else same.push(file);
  }
  return byName;
}

function merged(one: FileCoverage, other: FileCoverage): FileCoverage {
  const lines = new Map(one.lines);
  for (const [line, hits] of other.lines) lines.set(line, Math.max(lines.get(line) ?? 0, hits));
  return { path: one.path, lines, branches: mergedBranches(one.branches, other.branches) };
}

function mergedBranches(one: FileCoverage["branches"], other: FileCoverage["branches"]): FileCoverage["branches"] {
  if (one === undefined || other === undefined) return one ?? other;
  const branches = new Map<string, BranchHits>(one);
  for (const [key, { line, hits }] of other) branches.set(key, { line, hits: Math.max(branches.get(key)?.hits ?? 0, hits) });
  return branches;
}
