/** What a commit message needs (spec pages 1 and 4), by its parsed trailers. Pure. */

/** The skills that sign: one for state files, one for commits. */
const STATE_SKILL = "x-internal-update-status";
/** See `STATE_SKILL`. */
const COMMIT_SKILL = "x-commit-changes";
/** What x-commit-changes was called before. */
const COMMIT_SKILLS = [COMMIT_SKILL, "x-git-commit"] as const;

/** Whether a skill signed the message: a trailer with a commit's 40 digits, as git parses trailers. */
function isSigned(trailers: string, skills: readonly string[]): boolean {
  return skills.some((skill) => new RegExp(`^Co-Authored-By:\\s+${skill}@[0-9a-f]{40}\\r?$`, "m").test(trailers));
}

/** What is wrong with a commit that has these state files staged; undefined when it is right. */
export function stateProblem(message: Message, states: readonly string[]): string | undefined {
  const [first] = states;
  if (first === undefined || isSigned(message.trailers, [STATE_SKILL])) return undefined;
  const more = states.length > 1 ? ` (and ${states.length - 1} more)` : "";
  return `${first}${more} is staged, but the message has no trailer '${wanted(STATE_SKILL)}'${misplaced(message, STATE_SKILL)}; commit with ${COMMIT_SKILL}`;
}

const TASK_BRANCH = /^feat\/task-\d{4}-\d{4}-\d{3}-/;

/** What is wrong with a commit on this branch (undefined: HEAD is detached); undefined when it is right. */
export function branchProblem(message: Message, branch: string | undefined): string | undefined {
  if (branch === undefined || !TASK_BRANCH.test(branch) || isSigned(message.trailers, COMMIT_SKILLS)) return undefined;
  return `on branch ${branch} the message needs a trailer '${wanted(COMMIT_SKILL)}'${misplaced(message, COMMIT_SKILL)}; commit with ${COMMIT_SKILL}`;
}

/** Whether git or the user only puts together what was committed before: a fixup, a squash, a revert. */
export function isRework(text: string): boolean {
  const header = text.split("\n").find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  return /^(?:fixup|squash|amend)! |^(?:Revert|Reapply) "/.test(header);
}

export interface Message {
  readonly text: string;
  /** One a line, as `git interpret-trailers --parse` prints them. */
  readonly trailers: string;
}

function wanted(skill: string): string {
  return `Co-Authored-By: ${skill}@<40 hex digits>`;
}

/** The line is there, but git does not see it. */
function misplaced({ text }: Message, skill: string): string {
  return isSigned(text, [skill]) ? " in its last paragraph, of which each line has to be a trailer" : "";
}
