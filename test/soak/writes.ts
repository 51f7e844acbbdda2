/** The writing actions. Each names beforehand what it will write; values are never used twice. */
import { readFileSync } from "node:fs";
import type { Actor } from "./actor.ts";
import type { Place } from "./arena.ts";
import { type Call, undisturbed, write } from "./call.ts";
import { parseDocument, valueAt } from "./checker/document.ts";
import type { Value } from "./checker/records.ts";
import { ALIAS, type LaneKind, laneName, owned, SHARED_STORY, STATE } from "./state-template.ts";

const UPDATE = "x-internal-update-status";
const LOCK_TIMEOUTS = [0.3, 2, 10];

/** The flags for a story's or task's node, by one of the file's two names, with a limit for waiting. */
function call(actor: Actor, place: Place, action: string, rest: Pick<Call, "claim" | "args" | "stdin">): Call {
  const seconds = actor.pick(LOCK_TIMEOUTS);
  const name = actor.random() < 0.15 ? ALIAS : STATE;
  const args = [...rest.args, "--file", name, "--lock-timeout", String(seconds)];
  return { place, action, program: UPDATE, ...rest, args, lockTimeoutMs: seconds * 1000 };
}

function laneClaim(actor: Actor, place: Place, kind: LaneKind, values: readonly Value[]) {
  return { kind: "lane", lane: laneName(place.file.name, actor.index, kind), values } as const;
}

export async function writeStatus(actor: Actor, place: Place): Promise<void> {
  const value = actor.value("s");
  const args = ["--type", "story", "--id", owned(actor.index).story, "--field", "status", "--value", value];
  await write(actor, call(actor, place, "status", { args, claim: laneClaim(actor, place, "status", [value]) }));
}

export async function writeTask(actor: Actor, place: Place): Promise<void> {
  const value = actor.value("c");
  const args = ["--type", "task", "--id", owned(actor.index).task, "--field", "commitSha", "--value", value];
  await write(actor, call(actor, place, "task", { args, claim: laneClaim(actor, place, "task", [value]) }));
}

export async function writeSet(actor: Actor, place: Place): Promise<void> {
  const value = actor.value("a");
  const sets = ["a", "b", "c"].flatMap((field) => ["--set", `${field}=${value}`]);
  const args = ["--type", "story", "--id", owned(actor.index).story, ...sets];
  await write(actor, call(actor, place, "--set", { args, claim: laneClaim(actor, place, "set", [value, value, value]) }));
}

/** Adds a member or removes it: the only place whose bytes come and go. */
export async function writeExtra(actor: Actor, place: Place): Promise<void> {
  const value = actor.random() < 0.5 ? actor.value("e") : null;
  const node = ["--type", "story", "--id", owned(actor.index).story, "--field", "extra"];
  const args = value === null ? [...node, "--unset"] : [...node, "--value", value];
  const action = value === null ? "--unset" : "new field";
  await write(actor, call(actor, place, action, { args, claim: laneClaim(actor, place, "extra", [value]) }));
}

export async function writeBatch(actor: Actor, place: Place): Promise<void> {
  const { story, second, task } = owned(actor.index);
  const value = actor.value("b");
  const isInvalid = actor.random() < 0.15;
  const lines = [
    { type: "story", id: story, field: "batch", value },
    { type: "story", id: second, field: "batch", value },
    { type: "task", id: isInvalid ? "TASK-0049-9999-001" : task, field: "note", value },
  ];
  const claim = { ...laneClaim(actor, place, "batch", [value, value, value]), ...(isInvalid ? ({ invalid: true } as const) : {}) };
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await write(actor, call(actor, place, isInvalid ? "--batch, bad line" : "--batch", { args: ["--batch"], stdin, claim }));
}

/** A few at once from the value that is there now: one of them may win. */
export async function writeChain(actor: Actor, place: Place): Promise<void> {
  const from = valueAt(parseDocument(readFileSync(place.path, "utf8")), place.file.chain.place) ?? "";
  const node = ["--type", "story", "--id", SHARED_STORY, "--field", "chain"];
  const one = async () => {
    const to = actor.value("x");
    await write(
      actor,
      call(actor, place, "--expect", { args: [...node, "--value", to, "--expect", from], claim: { kind: "chain", from, to } }),
    );
  };
  await Promise.all(Array.from({ length: 1 + Math.floor(actor.random() * 3) }, one));
}

/** On the ordinary disk only: the list grows. */
export async function writeGate(actor: Actor, place: Place): Promise<void> {
  if (place.file.canBeFull) return writeStatus(actor, place);
  const [id, phase] = [actor.value("g"), `Phase-${1 + Math.floor(actor.random() * 4)}`];
  const claim = { kind: "gate", id, phase } as const;
  const flags = ["--phase", phase, "--skill", id, "--mode", "post"];
  if (actor.random() < 0.5)
    return write(actor, call(actor, place, "phase-gate", { args: ["--type", "phase-gate", "--passed", "true", ...flags], claim }));
  const args = [...flags, "--state-file", STATE];
  const verify = { place, action: "verify gates", program: "x-internal-verify-phase-gates", args, claim, lockTimeoutMs: 30_000 };
  await write(actor, verify);
}

/** What a shell script does: takes the lock, reads, thinks for a moment, writes. Not on a disk that may be full. */
export async function writeByShell(actor: Actor, place: Place): Promise<void> {
  if (place.file.canBeFull) return writeTask(actor, place);
  const value = actor.value("h");
  const temporary = `.shell-${actor.index}.tmp`;
  const edit = `sed '/^ *"${owned(actor.index).story}"/s/"shell": "[^"]*"/"shell": "${value}"/' ${STATE} > ${temporary}`;
  const script = `${edit} && sleep ${(actor.random() / 10).toFixed(3)} && mv ${temporary} ${STATE}`;
  const words = ["flock", "-x", "-w", "10", `${STATE}.lock`, "sh", "-c", script];
  const claim = laneClaim(actor, place, "shell", [value]);
  await undisturbed(actor, { place, action: "shell flock, sed", program: "flock", args: [], words, claim, lockTimeoutMs: 10_000 });
}
