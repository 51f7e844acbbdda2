/**
 * Purpose: says beforehand whether `git commit` could sign without asking anybody: a signer that waits for a passphrase would
 *   hang a program that nobody watches.
 * How: one signature of nothing, by the program, key and words that git would use; gpg is told not to ask, any other gets little time.
 */
import { basename } from "@std/path";
import { MissingProgramError } from "../errors.ts";
import { type Ended, spawn } from "../platform/spawn.ts";
import { askGit, type GitAt, lastLine, readText } from "./run-git.ts";

const LIMIT_MS = 5_000;

/** Why signing would fail or ask; undefined when commits are not signed here, or can be. */
export async function signingProblem(at: GitAt): Promise<string | undefined> {
  if ((await config(at, "commit.gpgSign", ["--type=bool"])) !== "true") return undefined;
  const argv = await signerArgv(at);
  if (argv === undefined) return undefined;
  try {
    const ended = await spawn(argv, {
      cwd: at.cwd,
      env: at.env,
      addedEnv: NOBODY_THERE,
      signal: at.signal,
      stdin: "",
      timeoutMs: LIMIT_MS,
      graceMs: 500,
    });
    return ended.code === 0 ? undefined : problemOf(ended);
  } catch (error) {
    if (error instanceof MissingProgramError) return `signing failed: ${error.message}`;
    throw error;
  }
}

const NOBODY_THERE = { GPG_TTY: undefined, SSH_ASKPASS: "false", SSH_ASKPASS_REQUIRE: "never", LANGUAGE: "C" };

function problemOf({ cause, stderr }: Ended): string {
  const reason =
    cause === "exit" ? (lastLine(stderr.text.replace(/^\[GNUPG:\].*\n?/gm, "")) ?? "no reason given") : `no answer in ${LIMIT_MS / 1000} s`;
  const wouldAsk = cause !== "exit" || /pinentry|passphrase|No such device|Inappropriate ioctl|Cannot open terminal/i.test(stderr.text);
  return `signing ${wouldAsk ? "would prompt" : "failed"}: ${reason}`;
}

/** Undefined when it cannot be tried apart from git. */
async function signerArgv(at: GitAt): Promise<readonly string[] | undefined> {
  const format = (await config(at, "gpg.format")) ?? "openpgp";
  const own = await config(at, `gpg.${format}.program`, ["--type=path"]);
  const key = await config(at, "user.signingKey");
  if (format === "ssh") {
    const isFile = key !== undefined && !/^(?:key::|ssh-)/.test(key);
    return isFile
      ? [own ?? "ssh-keygen", "-Y", "sign", "-n", "git", "-f", await readText(at, ["config", "--type=path", "user.signingKey"])]
      : undefined;
  }
  const program =
    own ?? (format === "openpgp" ? await config(at, "gpg.program", ["--type=path"]) : undefined) ?? (format === "x509" ? "gpgsm" : "gpg");
  const quiet = /^gpg(?:2|sm)?$/.test(basename(program)) ? ["--batch", "--pinentry-mode=error"] : [];
  const committer = (await readText(at, ["var", "GIT_COMMITTER_IDENT"])).replace(/ \d+ [+-]\d+$/, "");
  return [program, ...quiet, "--status-fd=2", "-bsau", key ?? committer];
}

function config(at: GitAt, name: string, type: readonly string[] = []): Promise<string | undefined> {
  return askGit(at, ["config", ...type, "--get", name]);
}
