import { join } from "node:path";
import { ROOT, type Skill } from "../skills.ts";
import { sharedFiles } from "./shared-files.ts";
import type { Member } from "./tar.ts";

export interface Release {
  readonly target: string;
  readonly skills: readonly Skill[];
  /** Skills with a binary of their own in `compiled/<target>`; the others are links to `x-skills`. */
  readonly standalone: readonly string[];
}

/** All files of an installation for one target, by path, relative to the prefix. */
export function releaseFiles({ target, skills, standalone }: Release): readonly Member[] {
  const compiled = (name: string) => ({ file: join(ROOT, "compiled", target, name) });
  const members: readonly Member[] = [
    { path: "bin/x-skills", executable: true, content: compiled("x-skills") },
    ...skills.map(({ name }) =>
      standalone.includes(name)
        ? { path: `bin/${name}`, executable: true, content: compiled(name) }
        : { path: `bin/${name}`, content: { link: "x-skills" } },
    ),
    ...sharedFiles(skills),
  ];
  return [...members].sort((a, b) => (a.path < b.path ? -1 : 1));
}
