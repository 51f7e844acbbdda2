/** The JSON Schemas of files that people and agents write, for editors. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { ConfigFile } from "../flows/config/config-schema.ts";
import { VerdictText } from "../flows/review/verdict.ts";

/** Name in docs/, title, schema. */
const PUBLISHED = [
  ["x-skills.schema.json", "x-skills.json", ConfigFile],
  ["exit-gate-verdict.schema.json", "reviews/exit-gate-<TASK>.<scope>.json", VerdictText],
] as const;

/** The text of each published file by its name in docs/. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map(
    PUBLISHED.map(([name, title, schema]) => {
      const json = toJsonSchema(schema, { target: "draft-2020-12", typeMode: "input", errorMode: "ignore" });
      return [name, `${JSON.stringify({ ...json, title }, null, 2)}\n`];
    }),
  );
}
