/** A world for the task flows in process, which keeps what people were told. */

import type { TaskWorld } from "../../../lib/flows/task/run.ts";
import type { RunOptions } from "../../../lib/flows/task/run-options.ts";
import { type Subject, subjectOf } from "../../../lib/flows/task/subject.ts";
import { GIT_ENV } from "../../git/sandbox.ts";
import { cleanEnvironment } from "../../harness/runtime.ts";

export interface HeardWorld extends TaskWorld {
  readonly notes: string[];
  readonly warnings: string[];
}

export function taskWorld(cwd: string): HeardWorld {
  const [notes, warnings]: [string[], string[]] = [[], []];
  return {
    cwd,
    env: cleanEnvironment(GIT_ENV),
    signal: new AbortController().signal,
    nowSeconds: () => 1_767_225_600,
    note: (text) => notes.push(text),
    show: () => undefined,
    warn: (text) => warnings.push(text),
    self: ["x-implement-task"],
    notes,
    warnings,
  };
}

export const OPTIONS: RunOptions = {
  worktree: false,
  noCiWatch: false,
  orchestrated: false,
  interactive: false,
  allowBaselineRed: false,
  targetBranch: null,
  contextPath: null,
  featureId: null,
  epicId: null,
  config: null,
};

/** The subject of an operand; ids of a bug only where a folder is given. */
export function subject(operand: string, options: RunOptions = OPTIONS): Subject {
  return subjectOf(operand, { isBugFolder: options.contextPath !== null });
}
