/** What a `gh` on PATH prints in answer to the calls that we make, as bytes: an answer that is understood, or a GhError in one line. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { GhError } from "../../lib/github/gh-error.ts";
import { copilotReview, createPullRequest, defaultBranch, lookAtPullRequest, openPullRequest } from "../../lib/github/pull-request.ts";
import type { GhAt } from "../../lib/github/run-gh.ts";
import { checkRun, found, GH, look } from "../github/answers.ts";
import type { GhAnswer } from "../github/gh-stub.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedJson } from "./json-mutations.ts";
import { mutatedText, pick, type Random } from "./mutations.ts";

const STUB = '#!/bin/sh\ncat out\ncat err >&2\nread -r code < code\nexit "$code"\n';
const NEW = { title: "feat: a", body: "b", base: "develop", isDraft: false, reviewers: [] };
const CALLS: Readonly<Record<string, (at: GhAt) => Promise<unknown>>> = {
  open: openPullRequest,
  create: (at) => createPullRequest(at, NEW),
  look: (at) => lookAtPullRequest(at, 12),
  review: (at) => copilotReview(at, 12),
  branch: defaultBranch,
};
const ANSWERS: readonly GhAnswer[] = [
  found(12),
  look([checkRun("a", "SUCCESS"), checkRun("b", "")]),
  look(null, "MERGED"),
  ...Object.values(GH),
];
const WORDS = {
  keys: ["number", "url", "state", "baseRefName", "statusCheckRollup", "name", "conclusion"],
  values: [0, -1, 12, "MERGED", "open", "CLOSED", [checkRun("a", "FAILURE")], "https://github.com/o/r/pull/7"],
};

export const ghTarget: Target = {
  name: "gh",
  share: 4,
  limitMs: 5_000,
  make(random) {
    const { out = "", err = "", code = 0 } = pick(random, ANSWERS);
    const part = (text: string) => new TextEncoder().encode(text);
    return {
      call: part(pick(random, Object.keys(CALLS))),
      out: mutatedOutput(random, out),
      err: mutatedText(random, err, ["HTTP 404", "rate limit", "\n", "no pull requests found"]),
      code: part(`${random() < 0.8 ? code : pick(random, [0, 1, 4, 127])}\n`),
    };
  },
  async run(input, { root, path }) {
    for (const name of ["out", "err", "code"]) writeFileSync(path(name), input[name]!);
    mkdirSync(path("bin"));
    writeFileSync(path("bin/gh"), STUB);
    chmodSync(path("bin/gh"), 0o755);
    const at = { cwd: root, env: { PATH: `${path("bin")}:/usr/bin:/bin` }, signal: new AbortController().signal };
    try {
      const answer = await CALLS[new TextDecoder().decode(input.call)]!(at);
      if (/\bNaN\b|\bundefined\b|\[object /.test(JSON.stringify(answer) ?? "")) throw new Error(`answered ${JSON.stringify(answer)}`);
      return answer === undefined ? "nothing" : "answered";
    } catch (error) {
      if (!(error instanceof GhError)) throw error;
      if (/\n|\bundefined\b|\bNaN\b|\[object |Invalid /.test(error.message)) throw new Error(`failed with: ${error.message}`);
      return error.kind;
    }
  },
};

function mutatedOutput(random: Random, out: string): Uint8Array {
  if (out.startsWith("{") && random() < 0.7) return mutatedJson(random, JSON.parse(out), WORDS);
  return mutatedText(random, out, ["{", "}", '"', "null", "https://github.com/o/r/pull/", "\n", "<html>"]);
}
