/** Pull requests by way of `gh`. Values go as `--flag=value`, long texts on standard input (spec page 0, Security). */
import * as v from "valibot";
import { type Check, Rollup } from "./checks.ts";
import { GhError } from "./gh-error.ts";
import { type GhAt, ghJson, ghText } from "./run-gh.ts";

const number = v.pipe(v.number(), v.integer(), v.minValue(1));
const state = v.pipe(v.string(), v.toUpperCase(), v.picklist(["OPEN", "CLOSED", "MERGED"]));

const Found = v.object({ number, url: v.string(), state, baseRefName: v.string() });
export type PullRequest = v.InferOutput<typeof Found>;

const Watched = v.object({ state, statusCheckRollup: Rollup });

/** What a watcher looks at. */
export interface PullRequestLook {
  readonly state: PullRequest["state"];
  readonly checks: readonly Check[];
}

export interface NewPullRequest {
  readonly title: string;
  readonly body: string;
  readonly base: string;
  readonly isDraft: boolean;
  readonly reviewers: readonly string[];
}

export type MergeMethod = "merge" | "squash" | "rebase";

/** The open pull request of the current branch, undefined when there is none. */
export async function openPullRequest(at: GhAt): Promise<PullRequest | undefined> {
  try {
    const found = await ghJson(at, ["pr", "view", "--json=number,url,state,baseRefName"], Found);
    return found.state === "OPEN" ? found : undefined;
  } catch (error) {
    if (error instanceof GhError && /no (?:open )?pull requests? found/i.test(error.reason)) return undefined;
    throw error;
  }
}

/** Opens one for the current branch, which has been pushed; returns number and address. */
export async function createPullRequest(at: GhAt, pr: NewPullRequest): Promise<Pick<PullRequest, "number" | "url">> {
  const reviewers = pr.reviewers.map((reviewer) => `--reviewer=${reviewer}`);
  const flags = [`--base=${pr.base}`, `--title=${pr.title}`, "--body-file=-", ...(pr.isDraft ? ["--draft"] : []), ...reviewers];
  const printed = await ghText(at, ["pr", "create", ...flags], pr.body);
  const match = /https?:\/\/\S+\/pull\/([1-9]\d{0,14})\b/.exec(printed);
  if (match === null) throw new GhError("pr create", "no address of a pull request in its answer", "other");
  return { number: Number(match[1]), url: match[0] };
}

/** Has it merged by GitHub as soon as it may be. */
export async function enableAutoMerge(at: GhAt, prNumber: number, method: MergeMethod): Promise<void> {
  await ghText(at, ["pr", "merge", String(prNumber), "--auto", `--${method}`]);
}

/** Whether it will be merged by itself. `gh pr view` of older versions does not tell. */
export async function isAutoMergeEnabled(at: GhAt, prNumber: number): Promise<boolean> {
  return (await ghText(at, ["api", `repos/{owner}/{repo}/pulls/${prNumber}`, "--jq=.auto_merge != null"])).trim() === "true";
}

/** The branch that the repository's pull requests go to. */
export async function defaultBranch(at: GhAt): Promise<string> {
  return (await ghText(at, ["repo", "view", "--json=defaultBranchRef", "--jq=.defaultBranchRef.name"])).trim();
}

/** State and checks of a pull request, as they are now. */
export async function lookAtPullRequest(at: GhAt, prNumber: number): Promise<PullRequestLook> {
  const found = await ghJson(at, ["pr", "view", String(prNumber), "--json=state,statusCheckRollup"], Watched);
  return { state: found.state, checks: found.statusCheckRollup };
}

/** The login by which the public project knows the reviewer, exactly. */
const COPILOT = "copilot-pull-request-reviewer[bot]";

/** The id of Copilot's first review, undefined while there is none. */
export async function copilotReview(at: GhAt, prNumber: number): Promise<number | undefined> {
  const jq = `--jq=.[] | select(.user.login == "${COPILOT}") | .id`;
  const printed = await ghText(at, ["api", `repos/{owner}/{repo}/pulls/${prNumber}/reviews?per_page=100`, "--paginate", jq]);
  const [first] = printed.split("\n");
  return first !== undefined && /^\d{1,15}$/.test(first) ? Number(first) : undefined;
}
