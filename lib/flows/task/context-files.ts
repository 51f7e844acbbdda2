/** What a worker should read first: packs, knowledge, and the files that the architecture decisions ask for (spec page 6, Phase-1-Prepare). */
import { join } from "@std/path";
import { readTextIfExists } from "../../platform/read-file.ts";
import { readPacks } from "../select/manifest.ts";
import { selectPacks } from "../select/select-packs.ts";
import { DECISIONS_FILE, decisionFiles } from "./decision-files.ts";
import type { TaskWorld } from "./run.ts";

/** Paths as they are written in the manifest and the decisions; required and recommended packs, never the optional ones. */
export function contextOf({ cwd, note }: TaskWorld, capabilities: readonly string[]): readonly string[] {
  const packs = readPacks(cwd);
  const selected = (["pack", "technical"] as const).map((kind) => selectPacks(packs, { kind, phase: "implement", capabilities }));
  const decisions = readTextIfExists(join(cwd, DECISIONS_FILE));
  if (decisions === undefined) note(`INFO: ${DECISIONS_FILE} not found`);
  const decided = decisions === undefined ? [] : [DECISIONS_FILE, ...decisionFiles(decisions)];
  return [...new Set([...selected.flatMap(({ required, recommended }) => [...required, ...recommended]), ...decided])];
}
