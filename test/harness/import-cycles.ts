import { codeOf, pathOf } from "./sources.ts";

/** Every import of a file, of whatever kind: types as well (the transpiler drops those), on demand, for its effect, `typeof import(…)`. */
const SPECIFIER = /\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g;

/** The files of `paths` that the code of `from` imports. */
export function importsIn(code: string, from: string, paths: ReadonlySet<string>): readonly string[] {
  return [...code.matchAll(SPECIFIER)].map(([, specifier]) => pathOf(specifier!, from)).filter((target) => paths.has(target));
}

/** What each of the files imports of the others. */
export function importGraph(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(paths);
  return new Map(paths.map((path) => [path, importsIn(codeOf(path), path, known)]));
}

/** Circles, as the files on them in order: where a walk in depth meets a file that it is still walking. Empty when there is none. */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push(trail.slice(start));
    if (start >= 0 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return cycles;
}
