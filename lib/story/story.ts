/** Reads a story's text into what the skills ask of it. */
import type { Blockers } from "./blocker-ids.ts";
import { storyKind } from "./bug-story.ts";
import { readDependencies } from "./dependencies.ts";
import { outline } from "./outline.ts";
import { countScenarios } from "./scenarios.ts";
import { findSections, type StoryKind } from "./sections.ts";
import { readTasks, type Tasks } from "./tasks.ts";

export interface Story {
  readonly kind: StoryKind;
  readonly dependencies: Blockers;
  readonly tasks: Tasks;
  readonly scenarioCount: number;
}

/** `inBugFolder`: the story's folder stands in one named `bugs`. Linear in the size of `text`. */
export function parseStory(text: string, options: { readonly inBugFolder: boolean }): Story {
  const kind = storyKind(text, options);
  const structure = outline(text);
  const sections = findSections(structure, kind);
  return {
    kind,
    dependencies: readDependencies(structure, sections.dependencies, kind),
    tasks: readTasks(structure, sections.tasks, kind),
    scenarioCount: countScenarios(structure, sections.acceptance),
  };
}
