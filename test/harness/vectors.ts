import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./black-box.ts";
import type { After, Expectation } from "./expectation.ts";
import { ROOT } from "./repository.ts";

/** One case as it stands in `test/vectors/<skill>.json`. */
interface Vector {
  readonly name: string;
  readonly skill: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly files?: readonly VectorFile[];
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout: Exclude<Expectation["stdout"], string | RegExp | undefined> | null;
  /** Lines, or a pattern; absent: anything. */
  readonly stderr?: readonly string[] | { readonly match: string };
  readonly after?: readonly VectorAfter[];
  /** Seconds. */
  readonly timeout?: number;
}
interface VectorFile {
  readonly path: string;
  readonly text?: string;
  readonly mtime?: number;
  readonly symlink?: string;
  readonly dir?: boolean;
}
interface VectorAfter {
  readonly path: string;
  readonly text?: string;
  readonly unchanged?: boolean;
  readonly absent?: boolean;
  readonly symlink?: boolean;
}

const VECTOR_KEYS = ["name", "skill", "args", "exit", "files", "stdin", "env", "stdout", "stderr", "after", "timeout"];
const FILE_KEYS = ["path", "text", "mtime", "symlink", "dir"];
const AFTER_KEYS = ["path", "text", "unchanged", "absent", "symlink"];

/** The rows of one skill's vectors. Throws on a key that this runner does not know: nothing is skipped in silence. */
export function readVectors(skill: string): readonly Row[] {
  const vectors: readonly Vector[] = JSON.parse(readFileSync(join(ROOT, "test/vectors", `${skill}.json`), "utf8"));
  return vectors.map(toRow);
}

function toRow(vector: Vector): Row {
  onlyKnown(vector, VECTOR_KEYS);
  const { name, args, exit, files = [], stdin, env, stdout, stderr, after = [], timeout } = vector;
  for (const file of files) onlyKnown(file, FILE_KEYS);
  for (const file of after) onlyKnown(file, AFTER_KEYS);
  return {
    name,
    args,
    code: exit,
    files: Object.fromEntries(files.map(({ path, ...entry }) => [path, entry])),
    stdout: stdout ?? "",
    stderr: stderr === undefined ? /^(?!internal error)/ : "match" in stderr ? new RegExp(stderr.match) : stderr,
    after: Object.fromEntries(after.flatMap((file) => expected(file).map((want) => [file.path, want]))),
    ...(stdin === undefined ? {} : { stdin }),
    ...(env === undefined ? {} : { env }),
    ...(timeout === undefined ? {} : { withinMs: timeout * 1000 }),
  };
}

function expected({ text, unchanged, absent, symlink }: VectorAfter): readonly After[] {
  if (text !== undefined) return [{ text }];
  if (unchanged) return ["unchanged"];
  if (absent) return ["absent"];
  return symlink ? ["symlink"] : [];
}

function onlyKnown(value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) throw new Error(`Cannot run vector: unknown key '${key}'`);
}
