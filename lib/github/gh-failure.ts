/** Why a call of `gh` failed, from what it printed; pure. Its exit status is 1 for nearly everything. */

/** `final`: no such thing, no access to it, no such call; asking again is of no use. `rate-limit`: worth waiting. `other`: may pass by itself. */
export type FailureKind = "final" | "rate-limit" | "other";

const AUTH_STATUS = 4;
const MAX_REASON = 200;

const FINAL = [
  /could not resolve to a (?:pullrequest|repository|node)/i,
  /no pull requests? found/i,
  /\bhttp 40[134]\b/i,
  /bad credentials/i,
  /resource not accessible|saml enforcement/i,
  /gh auth login/i,
  /not a git repository/i,
  /no git remotes found/i,
  /none of the git remotes configured/i,
  /unknown json field/i,
];
const RATE_LIMIT = [/rate limit/i, /\bhttp 429\b/i, /submitted too quickly/i, /abuse detection/i, /too many requests/i];

/** Classifies by the text on stderr. A rate limit comes as 403 or 429, and is looked for first. */
export function failureKind(status: number | undefined, stderr: string): FailureKind {
  if (RATE_LIMIT.some((pattern) => pattern.test(stderr))) return "rate-limit";
  return status === AUTH_STATUS || FINAL.some((pattern) => pattern.test(stderr)) ? "final" : "other";
}

/** gh's own words: its first line that is no warning, without its name, cut when a page of HTML is in it. */
export function failureReason(stderr: string): string | undefined {
  const lines = stderr.split("\n").map((line) => line.trim());
  const line = lines.find((text) => text !== "" && !/^warning:/i.test(text))?.replace(/^(?:gh|GraphQL): /, "");
  if (line === undefined) return undefined;
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}
