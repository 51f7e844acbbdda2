/** `--freshness git`: how old the story and its plans are by their last commits. */
import { commitTimes } from "../git/commit-times.ts";
import { GitError } from "../git/git-errors.ts";
import type { GitAt } from "../git/run-git.ts";
import type { Times } from "../story/artifacts.ts";

export interface Ages {
  /** Whole seconds since the Unix epoch, of the story and of each plan by its name in `plans/`. */
  readonly storyTime: number;
  readonly times: Times;
  readonly warnings: readonly string[];
}

/** Replaces modification times by commit times where there are such; `at.cwd` is the story's folder. Throws `MissingProgramError`. */
export async function agesByCommit(at: GitAt, storyName: string, ages: Pick<Ages, "storyTime" | "times">): Promise<Ages> {
  const story = `${storyName}.md`;
  const plans = [...ages.times.keys()];
  try {
    const committed = await commitTimes(at, [story, ...plans.map((name) => `plans/${name}`)]);
    const times = plans.map((name) => [name, committed.get(`plans/${name}`) ?? ages.times.get(name)!] as const);
    return { storyTime: committed.get(story) ?? ages.storyTime, times: new Map(times), warnings: [] };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ...ages, warnings: [`--freshness git: ${error.message}; modification times count`] };
  }
}
