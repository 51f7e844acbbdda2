/** The JSON Schema of `x-skills.json`, for editors; `bun lib/tools/config-schema.ts` writes it to docs/. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { ConfigFile } from "../flows/config/config-schema.ts";

const PATH = "docs/x-skills.schema.json";

/** The text of the published file. */
export function configSchema(): string {
  const schema = toJsonSchema(ConfigFile, { target: "draft-2020-12", typeMode: "input", errorMode: "ignore" });
  return `${JSON.stringify({ ...schema, title: "x-skills.json" }, null, 2)}\n`;
}

if (import.meta.main) await Bun.write(PATH, configSchema());
