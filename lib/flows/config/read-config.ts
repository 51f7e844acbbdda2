/** Reads `x-skills.json`; an absent one is all defaults. */
import { basename, join, resolve } from "@std/path";
import * as v from "valibot";
import { DataError, UsageError } from "../../errors.ts";
import { readBytesIfExists } from "../../platform/read-file.ts";
import { schemaProblem } from "../../schema-problem.ts";
import { parseDocument } from "../../state/json-document.ts";
import { type Config, ConfigFile } from "./config-schema.ts";

const CONFIG = "x-skills.json";

/**
 * The settings of the repository at `top`, or of `file` (seen from `top`), which must then be there.
 * Throws `DataError` naming the key, `UsageError` for a threshold below the one that nobody may lower, `IoError`.
 */
export function readConfig(top: string, file?: string): Config {
  const bytes = readBytesIfExists(file === undefined ? join(top, CONFIG) : resolve(top, file));
  if (bytes === undefined && file !== undefined) throw new UsageError(`no such file: --config ${file}`);
  return bytes === undefined ? parseConfig({}, CONFIG) : parseConfig(parseDocument(bytes, file ?? CONFIG).root, basename(file ?? CONFIG));
}

/** Checks parsed JSON. Throws as `readConfig` does; `label` names the file. */
export function parseConfig(value: unknown, label: string): Config {
  const result = v.safeParse(ConfigFile, value);
  if (result.success) return result.output;
  const problem = `${label}: ${schemaProblem(result.issues)}`;
  throw problem.endsWith("no bypass") ? new UsageError(problem) : new DataError(problem);
}
