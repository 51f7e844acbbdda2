/** What the project calls its own: tells a module that is still to be written from a package that is not installed. */
import { join } from "@std/path";
import * as v from "valibot";
import { readList } from "../../git/run-git.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import type { ProjectNames } from "../../testing/missing-module.ts";
import type { Run } from "./run.ts";
import { placeOf } from "./run-suite.ts";

const names = v.optional(v.record(v.string(), v.unknown()), {});
const Manifest = v.object({ name: v.optional(v.string()), dependencies: names, devDependencies: names, peerDependencies: names });

/** Names and files of the project, `planned` being the text of task and plan. */
export async function projectNames(run: Run, planned: string): Promise<ProjectNames> {
  const files = new Set(await repositoryFiles(run));
  const { root, workdir } = placeOf(run);
  const read = (name: string) => readTextIfExists(join(root, workdir, name)) ?? "";
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), read("package.json"));
  const npm = manifest.success ? manifest.output : undefined;
  const own = [npm?.name, /^module\s+(\S+)/m.exec(read("go.mod"))?.[1], /^[ \t]*name[ \t]*=[ \t]*"([^"]+)"/m.exec(read("Cargo.toml"))?.[1]];
  const declared = [...Object.keys({ ...npm?.dependencies, ...npm?.devDependencies, ...npm?.peerDependencies }), ...pythonPackages(read)];
  return { files, own: own.filter((name) => name !== undefined), declared: new Set(declared), planned };
}

/** Repository paths of the files that git does not ignore, tracked or not. */
export async function repositoryFiles(run: Run): Promise<readonly string[]> {
  return readList(run.work, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
}

/** Names in requirements files and in a pyproject's lists: near enough, as each is only compared with a missing module. */
function pythonPackages(read: (name: string) => string): readonly string[] {
  const requirements = ["requirements.txt", "requirements-dev.txt"].flatMap((name) => read(name).split("\n"));
  const quoted = [...read("pyproject.toml").matchAll(/^[ \t]*"([A-Za-z0-9._-]+)[^"\n]*",?$/gm)].map((match) => match[1]!);
  return [...requirements.flatMap((line) => /^([A-Za-z0-9._-]+)/.exec(line)?.[1] ?? []), ...quoted];
}
