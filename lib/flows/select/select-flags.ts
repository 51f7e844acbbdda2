/** What the two selectors have in common on their command line and in their answer. */
import { existsSync } from "@std/fs";
import { resolve } from "@std/path";
import * as v from "valibot";
import { readPacks } from "./manifest.ts";
import { type Selection, selectPacks, type Wanted } from "./select-packs.ts";

/** `a,b`, empty items left out. */
const List = v.pipe(
  v.string(),
  v.transform((items) => items.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]))),
);

/** The flags of both. */
export const SELECT_FLAGS = {
  phase: {
    value: "name",
    help: "what the packs are for: plan, implement, review",
    schema: v.pipe(v.string(), v.nonEmpty("expected a name")),
  },
  capabilities: { value: "a,b", help: "what the task is about; may be empty", schema: List },
} as const;

/** What both answer. */
export const SelectionEnvelope = v.strictObject({
  required: v.array(v.string()),
  recommended: v.array(v.string()),
  optional: v.array(v.string()),
});

/** The selection from the manifest of the project in `cwd`; a listed path that is not there is warned about, and stays in the list. */
export function select(wanted: Wanted, { cwd, warn }: { readonly cwd: string; warn(text: string): void }): Selection {
  const selection = selectPacks(readPacks(cwd), wanted);
  for (const path of Object.values(selection).flat()) {
    if (!existsSync(resolve(cwd, path))) warn(`no such pack: ${path}`);
  }
  return selection;
}
