/** One call of the demo; the skills see a fresh copy of test/fixtures/demo, and each step what the steps before it did. */
export interface DemoStep {
  readonly title: string;
  readonly skill: string;
  readonly args: readonly string[];
  /** Absent: 0. */
  readonly exit?: number;
}

const STATE = ["--file", "ai/epics/epic-0042/execution-state.json"];
const storyArgs = (number: number) => [...STATE, "--type", "story", "--id", `story-0042-000${number}`];
const taskArgs = (number: number) => [...STATE, "--type", "task", "--id", `TASK-0042-0002-00${number}`];
const epicArgs = (number: number) => ["--story-id", `story-0042-000${number}`, "--epic-id", "0042"];

const LOAD = "x-internal-load-story-context";
const RESUME = "x-internal-resume-story";
const UPDATE = "x-internal-update-status";

/** A task is done, and the resume point moves. */
const taskDone = (number: number, commitSha: string, then: string): readonly DemoStep[] => [
  {
    title: `Task ${number} is done: several fields in one write`,
    skill: UPDATE,
    args: [...taskArgs(number), "--set", "status=DONE", "--set", `commitSha=${commitSha}`, "--set", "completedAt=now"],
  },
  { title: `Where does the story go on? ${then}`, skill: RESUME, args: epicArgs(2) },
];

/** What `make demo` runs, in order. */
export const DEMO: readonly DemoStep[] = [
  { title: "May story 2 be worked on, how large is it, what is planned?", skill: LOAD, args: epicArgs(2) },
  { title: "May story 3? Its blocker is not done: exit 2", skill: LOAD, args: epicArgs(3), exit: 2 },
  {
    title: "Story 2 is taken up: one value of the state file changes, no other byte does",
    skill: UPDATE,
    args: [...storyArgs(2), "--field", "status", "--value", "IN_PROGRESS"],
  },
  { title: "Where does the story go on? At the start", skill: RESUME, args: epicArgs(2) },
  ...taskDone(1, "4f2a91c", "At task 2"),
  {
    title: "The same again: nothing to do, the file is not touched",
    skill: UPDATE,
    args: [...taskArgs(1), "--field", "status", "--value", "DONE"],
  },
  ...taskDone(2, "b80d3e7", "At task 3"),
  ...taskDone(3, "c3319fa", "All is done"),
  {
    title: "Somebody else was faster: compare and set refuses with exit 5",
    skill: UPDATE,
    args: [...storyArgs(2), "--field", "status", "--value", "MERGED", "--expect", "PENDING"],
    exit: 5,
  },
  { title: "Story 2 is done", skill: UPDATE, args: [...storyArgs(2), "--field", "status", "--value", "DONE"] },
  { title: "Now story 3 is open", skill: LOAD, args: epicArgs(3) },
];
