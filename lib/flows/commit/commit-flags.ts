/** What the command line says of a commit, checked: schemas of single flags, and paths as git sees them. */
import { relative, resolve } from "@std/path";
import * as v from "valibot";
import { TRAILER_KEY, type Trailer } from "../../git/trailers.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";
import { CommitPathError } from "./commit-errors.ts";
import { subjectProblem } from "./commit-message.ts";

export const Subject = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? subjectProblem(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: `expected ${problem}` });
  }),
);

/** One word: what stands in the brackets of the first line. */
export const Scope = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/,@-]{0,99}$/u, "expected a word"));

/** `KEY=VALUE` on one line. */
export const Footer = v.pipe(
  v.string(),
  v.check(
    (text) => TRAILER_KEY.test(text.split("=", 1)[0]!) && /^[^=]+=[^\r\n\u2028\u2029]*\S[^\r\n\u2028\u2029]*$/.test(text),
    "expected KEY=VALUE on one line",
  ),
  v.transform((text): Trailer => ({ key: text.slice(0, text.indexOf("=")), value: text.slice(text.indexOf("=") + 1).trim() })),
);

/** A path as git names it, from the top. Throws `CommitPathError` for one outside. */
export function pathFromTop(top: string, cwd: string, path: string): string {
  const found = relative(top, resolve(resolveLinks(cwd) ?? cwd, path));
  if (found === ".." || found.startsWith("../")) throw new CommitPathError(`Path is outside the repository: ${path}`);
  return found;
}
