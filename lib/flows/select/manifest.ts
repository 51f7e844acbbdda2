/** `.aikittools/knowledge.json`: which packs there are, and when each is wanted (spec page 4). */
import { join } from "@std/path";
import * as v from "valibot";
import { DataError } from "../../errors.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { schemaProblem } from "../../schema-problem.ts";

export const PACK_KINDS = ["pack", "technical"] as const;
export type PackKind = (typeof PACK_KINDS)[number];
/** From the most to the least wanted. */
export const LEVELS = ["required", "recommended", "optional"] as const;
export type Level = (typeof LEVELS)[number];

const MANIFEST = ".aikittools/knowledge.json";

const text = v.pipe(v.string(), v.nonEmpty("expected text"));
const names = v.optional(v.array(text), []);
const ManifestText = v.object({
  packs: v.array(
    v.object({
      path: text,
      /** None: every phase. */
      phases: names,
      /** None: whatever the capabilities are. */
      capabilities: names,
      level: v.picklist(LEVELS, `expected ${LEVELS.join(", ")}`),
      kind: v.optional(v.picklist(PACK_KINDS, `expected ${PACK_KINDS.join(" or ")}`), "pack"),
    }),
  ),
});

export type Pack = v.InferOutput<typeof ManifestText>["packs"][number];

/** The packs of the project in `folder`, in the manifest's order; none when it has no manifest. Throws `DataError` naming the member. */
export function readPacks(folder: string): readonly Pack[] {
  const json = readTextIfExists(join(folder, MANIFEST));
  if (json === undefined) return [];
  const result = v.safeParse(ManifestText, parse(json));
  if (result.success) return result.output.packs;
  throw new DataError(`Cannot use ${MANIFEST}: ${schemaProblem(result.issues)}`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch {
    throw new DataError(`Cannot use ${MANIFEST}: not valid JSON`);
  }
}
