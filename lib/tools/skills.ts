/** The skills of `scripts/`, loaded: what documentation, demo and tests are made from. */
import { join, resolve } from "node:path";
import type { Command } from "../cli/command.ts";
import type { Contract } from "../cli/contract.ts";

export interface Skill {
  readonly name: string;
  readonly contract: Contract;
  readonly run: Command;
}

/** The checkout's top folder, absolute. */
export const ROOT = resolve(import.meta.dir, "../..");

/** Every skill, by name in alphabetical order. */
export async function loadSkills(): Promise<readonly Skill[]> {
  const files = [...new Bun.Glob("x-*.ts").scanSync({ cwd: join(ROOT, "scripts") })].sort();
  return Promise.all(
    files.map(async (file) => {
      const { contract, run }: Omit<Skill, "name"> = await import(join(ROOT, "scripts", file));
      return { name: file.slice(0, -".ts".length), contract, run };
    }),
  );
}
