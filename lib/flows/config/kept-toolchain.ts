/** The commands of a run as its journal keeps them, read again. */
import * as v from "valibot";
import { STACK_NAMES } from "./stack.ts";
import type { Toolchain } from "./toolchain.ts";

const texts = v.array(v.string());
const Command = v.union([v.string(), texts]);
const Suite = v.strictObject({ command: Command, env: v.record(v.string(), v.string()), reports: texts });

/** JSON leaves out what is undefined; a toolchain has all its members. */
export const KeptToolchain = v.pipe(
  v.strictObject({
    stack: v.picklist([...STACK_NAMES, "configured"]),
    test: Suite,
    coverage: v.optional(Suite),
    setup: v.optional(Command),
    compile: v.optional(Command),
    format: v.optional(Command),
    lint: v.optional(Command),
    acceptance: v.optional(Command),
    testGlobs: texts,
    extensions: texts,
    manifests: texts,
  }),
  v.transform(
    (kept): Toolchain => ({
      ...{ coverage: undefined, setup: undefined, compile: undefined, format: undefined, lint: undefined, acceptance: undefined },
      ...kept,
    }),
  ),
);
