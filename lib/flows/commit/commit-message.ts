/** The message of a commit (spec page 4): header, body, trailers. Pure. */
import { coAuthor, joinMessage, type Trailer } from "../../git/trailers.ts";

export const COMMIT_TYPES = ["feat", "fix", "test", "refactor", "docs", "chore", "perf"] as const;
type CommitType = (typeof COMMIT_TYPES)[number];

/** Where in its cycle a commit stands. */
export const TDD_TAGS = ["RED", "GREEN", "REFACTOR", "TDD"] as const;
type TddTag = (typeof TDD_TAGS)[number];

export interface MessageParts {
  readonly type: CommitType;
  /** A task's id, or a word for the part of the project. */
  readonly scope: string;
  readonly subject: string;
  readonly tdd?: TddTag | undefined;
  readonly body?: string | undefined;
  readonly footers?: readonly Trailer[];
}

const MAX_SUBJECT = 72;
const STATE_FILE = "execution-state.json";

/** What is wrong with a subject, as the end of "expected …"; undefined when it is fine. Length counts characters. */
export function subjectProblem(subject: string): string | undefined {
  if (subject.trim() === "") return "a text that is not empty";
  if (/[\r\n\u2028\u2029]/.test(subject)) return "one line";
  if ([...subject].length > MAX_SUBJECT) return `at most ${MAX_SUBJECT} characters`;
  return subject.trimEnd().endsWith(".") ? "no final period" : undefined;
}

/** The first word when it is no imperative: `adds`, `added`, `adding` for `add`. */
export function nonImperative(subject: string): { readonly word: string; readonly verb: string } | undefined {
  const word = /^[A-Za-z]+/.exec(subject)?.[0] ?? "";
  const verb = IMPERATIVES.get(word.toLowerCase());
  return verb === undefined ? undefined : { word, verb };
}

/** The first line of the message. */
function headerOf({ type, scope, subject, tdd }: MessageParts): string {
  return `${type}(${scope}): ${subject.trim()}${tdd === undefined ? "" : ` [TDD:${tdd}]`}`;
}

/** The whole message. `sha` is the commit that HEAD was on; `paths` are what the commit changes. */
export function messageOf(parts: MessageParts, sha: string, paths: readonly string[]): string {
  const hasState = paths.some((path) => path === STATE_FILE || path.endsWith(`/${STATE_FILE}`));
  const skills = ["x-commit-changes", ...(hasState ? ["x-internal-update-status"] : [])];
  return joinMessage(headerOf(parts), parts.body ?? "", [...(parts.footers ?? []), ...skills.map((skill) => coAuthor(skill, sha))]);
}

const VERBS =
  "add allow avoid change check clean convert correct cover create delete document drop enable extend extract fix handle implement improve introduce make merge move prevent refactor remove rename replace restore return revert simplify support test update use write";

const PAST: Readonly<Record<string, string>> = { make: "made", write: "wrote" };

/** Every wrong form of every verb, to the verb. */
const IMPERATIVES: ReadonlyMap<string, string> = new Map(VERBS.split(" ").flatMap((verb) => wrongForms(verb).map((form) => [form, verb])));

function wrongForms(verb: string): readonly string[] {
  const stem = verb.replace(/e$/, "");
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  const last = verb === "drop" ? "p" : "";
  const third = /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [third, PAST[verb] ?? `${stem}${last}ed`, `${stem}${last}ing`];
}
