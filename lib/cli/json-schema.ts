import { toJsonSchema } from "@valibot/to-json-schema";
import type { Contract } from "./contract.ts";
import { rawJson } from "./envelope.ts";

/** JSON Schema (draft 2020-12) of one line of output; members that hold JSON as it stands in a file may be anything. */
export function jsonSchema({ name, envelope }: Pick<Contract, "name" | "envelope">): object {
  const schema = toJsonSchema(envelope, {
    target: "draft-2020-12",
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema: given }) => (valibotSchema === rawJson ? {} : given),
  });
  return { ...schema, title: `Output of ${name}` };
}
