import type { Checkout } from "../../git/repository.ts";
import type { Environment } from "../../platform/child-environment.ts";
import { endGroup, type GroupRecord } from "../../platform/process-group.ts";
import type { Config } from "../config/config-schema.ts";
import type { Toolchain } from "../config/toolchain.ts";
import type { Agent } from "../worker/choose-agent.ts";
import type { Awaiting } from "./awaiting.ts";
import type { Cycle, Journal, Tree } from "./journal.ts";
import { type RunFolder, saveJournal } from "./run-folder.ts";

/** What a run needs of the outside; the script makes it, tests may fake it. */
export interface TaskWorld {
  /** Absolute folder that the command was started in. */
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  nowSeconds(): number;
  /** One line for people. */
  note(text: string): void;
  warn(text: string): void;
  /** Prints a request on stdout at once: the journal may call it printed only then. */
  show(line: Awaiting): void;
  /** The words that call this program again. */
  readonly self: readonly string[];
}

/** A child that is asked to end gets this long before it is killed. */
const GRACE_MS = 2_000;

/** One call's hold on a run: the journal, which every `update` writes to disk, and what the steps work with. */
export class Run {
  journal: Journal;
  readonly folder: RunFolder;
  readonly world: TaskWorld;
  /** The checkout that the command was started in. */
  readonly start: Checkout;
  /** Undefined in step mode. */
  readonly agent: Agent | undefined;
  /** The checkout that the run works in; set once the tree is there. */
  checkout: Checkout | undefined;
  /** The user committed something after a failure. */
  hasAdopted = false;
  /** What the index file looked like after our last commit; another look means that someone staged something. */
  indexStamp = "";
  readonly #startedMs = performance.now();
  readonly #spentBefore: number;

  constructor(parts: { journal: Journal; folder: RunFolder; world: TaskWorld; start: Checkout; agent: Agent | undefined }) {
    this.journal = parts.journal;
    this.folder = parts.folder;
    this.world = parts.world;
    this.start = parts.start;
    this.agent = parts.agent;
    this.#spentBefore = parts.journal.spentMs;
  }

  /** Changes the journal and writes it: after this, a kill loses nothing of it. */
  update(patch: Partial<Journal>): void {
    this.journal = { ...this.journal, ...patch, spentMs: this.elapsedMs };
    saveJournal(this.folder, this.journal);
  }

  /** Changes the journal; the next `update` writes it to disk. For what the next call would find out or do again in the same way if we are killed first. */
  remember(patch: Partial<Journal>): void {
    this.journal = { ...this.journal, ...patch };
  }

  /** Milliseconds of all calls together. */
  get elapsedMs(): number {
    return Math.round(this.#spentBefore + performance.now() - this.#startedMs);
  }

  /** As it stood when the run began. */
  get config(): Config {
    return this.journal.config;
  }

  get toolchain(): Toolchain {
    return this.journal.toolchain;
  }

  get tree(): Tree {
    if (this.journal.tree === null) throw new Error("Cannot use the working tree before it is there");
    return this.journal.tree;
  }

  get work(): Checkout {
    if (this.checkout === undefined) throw new Error("Cannot use the checkout before it is open");
    return this.checkout;
  }

  cycle(n: number): Cycle {
    const cycle = this.journal.cycles.find((other) => other.n === n);
    if (cycle === undefined) throw new Error(`Cannot find cycle ${n} in the plan`);
    return cycle;
  }

  /** The environment of tests and tools: they can tell that they run in a task. */
  get childEnv(): Environment {
    return { ...this.world.env, X_SKILLS_AGENT: undefined, X_SKILLS_RUN: this.journal.taskId };
  }

  /** For `spawn`: keeps the child's group, so that the next call can end it if we are killed. */
  readonly beforeStart = (group: GroupRecord): void => this.update({ child: { ...group } });

  /** Ends a child that an earlier call left behind, if it is still that one. */
  async endLeftChild(): Promise<void> {
    const { child, taskId } = this.journal;
    if (child === null) return;
    await endGroup(child, { graceMs: GRACE_MS, mark: `X_SKILLS_RUN=${taskId}` });
    this.update({ child: null });
  }
}
