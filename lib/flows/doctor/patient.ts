import { relative } from "@std/path";
import { MissingProgramError } from "../../errors.ts";
import { GitError, NotARepositoryError } from "../../git/git-errors.ts";
import { openRepository } from "../../git/repository.ts";
import type { GitAt } from "../../git/run-git.ts";
import { findStates } from "./find-states.ts";
import type { Patient } from "./finding.ts";

/** Finds out where the doctor is. Being in no repository, or without git, is no failure. */
export async function meetPatient(at: GitAt, nowSeconds: number): Promise<Patient> {
  const opened = await openRepository(at).catch((error: unknown) => error);
  const isExpected = opened instanceof NotARepositoryError || opened instanceof MissingProgramError || opened instanceof GitError;
  if (opened instanceof Error && !isExpected) throw opened;
  const repository = opened instanceof Error ? undefined : (opened as Awaited<ReturnType<typeof openRepository>>);
  const reason = opened instanceof MissingProgramError ? "git is not on PATH" : opened instanceof Error ? "not in a git repository" : "";
  const base = repository?.layout.top ?? at.cwd;
  return { at, nowSeconds, repository, reason, base, states: await findStates(base, at.cwd, repository) };
}

/** A path as people read it: from the base where it is below that. */
export function labelOf({ base }: Patient, path: string): string {
  const inside = relative(base, path);
  return inside === "" ? "." : inside.startsWith("..") ? path : inside;
}
