/** One call of the demo; the skills see a fresh copy of test/fixtures/demo, and each step what the steps before it did. */
export interface DemoStep {
  readonly title: string;
  readonly skill: string;
  readonly args: readonly string[];
  /** Absent: 0. */
  readonly exit?: number;
}

const STATE = ["--file", "ai/epics/epic-0042/execution-state.json"];
const STORY = [...STATE, "--type", "story", "--id", "story-0042-0002"];
const TASK = [...STATE, "--type", "task", "--id", "TASK-0042-0002-001"];

/** What `make demo` runs, in order. */
export const DEMO: readonly DemoStep[] = [
  {
    title: "May the next story be worked on, and how large is it?",
    skill: "x-internal-load-story-context",
    args: ["--story-id", "story-0042-0002", "--epic-id", "0042"],
  },
  {
    title: "A story is taken up: one value of the state file changes, no other byte does",
    skill: "x-internal-update-status",
    args: [...STORY, "--field", "status", "--value", "IN_PROGRESS"],
  },
  {
    title: "A task is finished: several fields in one write",
    skill: "x-internal-update-status",
    args: [...TASK, "--set", "status=DONE", "--set", "commitSha=4f2a91c", "--set", "tddCycles=3"],
  },
  {
    title: "The same again: nothing to do, the file is not touched",
    skill: "x-internal-update-status",
    args: [...TASK, "--field", "status", "--value", "DONE"],
  },
  {
    title: "Somebody else was faster: compare and set refuses with exit 5",
    skill: "x-internal-update-status",
    args: [...STORY, "--field", "status", "--value", "MERGED", "--expect", "PENDING"],
    exit: 5,
  },
  {
    title: "Where does an interrupted story go on?",
    skill: "x-internal-resume-story",
    args: ["--story-id", "story-0042-0002", "--epic-id", "0042"],
  },
  {
    title: "A story whose blocker is not done may not begin: exit 2",
    skill: "x-internal-load-story-context",
    args: ["--story-id", "story-0042-0003", "--epic-id", "0042"],
    exit: 2,
  },
];
