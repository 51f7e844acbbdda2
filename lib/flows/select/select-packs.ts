/** Which packs a phase wants; pure. */
import { LEVELS, type Level, type Pack, type PackKind } from "./manifest.ts";

export interface Wanted {
  readonly kind: PackKind;
  readonly phase: string;
  readonly capabilities: readonly string[];
}

export type Selection = Readonly<Record<Level, string[]>>;

/** The wanted packs' paths by level, in the manifest's order; a path that has several levels is listed under the highest. */
export function selectPacks(packs: readonly Pack[], wanted: Wanted): Selection {
  const matching = packs.filter((pack) => isWanted(pack, wanted));
  const seen = new Set<string>();
  const [required, recommended, optional] = LEVELS.map((level) => {
    const paths = new Set(matching.filter((pack) => pack.level === level && !seen.has(pack.path)).map(({ path }) => path));
    for (const path of paths) seen.add(path);
    return [...paths];
  }) as [string[], string[], string[]];
  return { required, recommended, optional };
}

function isWanted(pack: Pack, { kind, phase, capabilities }: Wanted): boolean {
  if (pack.kind !== kind) return false;
  if (pack.phases.length > 0 && !pack.phases.includes(phase)) return false;
  return pack.capabilities.length === 0 || pack.capabilities.some((capability) => capabilities.includes(capability));
}
