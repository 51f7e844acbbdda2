import { childrenNamed, type XmlElement } from "../xml.ts";
import { type CoverageReport, FileCollector } from "./file-coverage.ts";

const CONDITIONS = /\((\d+)\/(\d+)\)/;

/** Reads Cobertura's `<coverage>`: the lines of each class, or of its methods where the class has none itself. */
export function readCobertura(root: XmlElement): CoverageReport {
  const files = new Map<string, FileCollector>();
  const sources = childrenNamed(root, "sources").flatMap((all) => childrenNamed(all, "source").map(({ text }) => text.trim()));
  const knowsBranches = root.attributes["branch-rate"] !== undefined && root.attributes["branches-valid"] !== "0";
  for (const found of classes(root)) {
    const path = found.attributes.filename;
    if (path === undefined) continue;
    const file = files.get(path) ?? new FileCollector();
    files.set(path, file);
    if (knowsBranches) file.knowsBranches();
    for (const line of linesOf(found)) readLine(file, line);
  }
  return { format: "cobertura", sources, files: [...files].map(([path, file]) => file.finish(path)) };
}

function* classes(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === "class") yield child;
    else if (child.name === "packages" || child.name === "package" || child.name === "classes") yield* classes(child);
  }
}

function linesOf(found: XmlElement): readonly XmlElement[] {
  const own = childrenNamed(found, "lines").flatMap((lines) => childrenNamed(lines, "line"));
  if (own.length > 0) return own;
  const methods = childrenNamed(found, "methods").flatMap((all) => childrenNamed(all, "method"));
  return methods.flatMap((method) => childrenNamed(method, "lines").flatMap((lines) => childrenNamed(lines, "line")));
}

function readLine(file: FileCollector, { attributes }: XmlElement): void {
  const number = Number(attributes.number);
  file.line(number, Number(attributes.hits));
  const conditions = CONDITIONS.exec(attributes["condition-coverage"] ?? "");
  if (conditions !== null) file.branchCounts(number, Number(conditions[1]), Number(conditions[2]));
}
