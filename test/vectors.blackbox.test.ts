import { describe, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { blackBox } from "./harness/black-box.ts";
import { ROOT } from "./harness/repository.ts";
import { readVectors } from "./harness/vectors.ts";

for (const file of [...new Bun.Glob("*.json").scanSync({ cwd: join(ROOT, "test/vectors") })].sort()) {
  const skill = file.slice(0, -".json".length);
  const script = join(ROOT, "scripts", `${skill}.ts`);
  if (existsSync(script)) {
    const { run } = await import(script);
    describe(skill, () => blackBox(run, readVectors(skill)));
  } else {
    test.skip(`${skill}: the script does not exist yet`, () => undefined);
  }
}
