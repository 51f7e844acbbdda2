import { childrenNamed, type XmlElement } from "../xml.ts";
import { type CoverageReport, FileCollector } from "./file-coverage.ts";

/**
 * Reads JaCoCo's `<report>` line by line: `mi` and `ci` are missed and covered instructions, `mb` and `cb` branches.
 * Counters are sums of these lines, for files, packages, groups and the report: adding them would count all of it again.
 */
export function readJacoco(root: XmlElement): CoverageReport {
  const files = new Map<string, FileCollector>();
  for (const { folder, element } of packages(root)) {
    for (const source of childrenNamed(element, "sourcefile")) {
      const path = folder === "" ? source.attributes.name : `${folder}/${source.attributes.name}`;
      if (path === undefined) continue;
      const file = files.get(path) ?? new FileCollector();
      files.set(path, file);
      file.knowsBranches();
      for (const { attributes } of childrenNamed(source, "line")) readLine(file, attributes);
    }
  }
  return { format: "jacoco", sources: [], files: [...files].map(([path, file]) => file.finish(path)) };
}

function* packages(element: XmlElement): Generator<{ folder: string; element: XmlElement }> {
  for (const child of element.children) {
    if (child.name === "group") yield* packages(child);
    else if (child.name === "package") yield { folder: child.attributes.name ?? "", element: child };
  }
}

function readLine(file: FileCollector, { nr, mi, ci, mb, cb }: Readonly<Record<string, string>>): void {
  const [line, missed, covered] = [Number(nr), Number(mi ?? 0), Number(ci ?? 0)];
  if (missed + covered > 0) file.line(line, covered);
  const taken = Number(cb ?? 0);
  file.branchCounts(line, taken, taken + Number(mb ?? 0));
}
