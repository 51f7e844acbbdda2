import type { StackName } from "./stack.ts";

const JAVASCRIPT = ["**/*.{test,spec}.*", "**/__tests__/**", "test/**", "tests/**"];
const JVM = ["**/src/test/**"];

/** Which files are tests, by stack (spec page 6); an unknown runner gets what is usual anywhere. */
export const TEST_GLOBS: Readonly<Record<StackName, readonly string[]>> = {
  bun: JAVASCRIPT,
  vitest: JAVASCRIPT,
  jest: JAVASCRIPT,
  node: JAVASCRIPT,
  "npm-script": JAVASCRIPT,
  deno: ["**/*_test.*", "**/*.test.*"],
  pytest: ["tests/**", "**/test_*.py", "**/*_test.py", "**/conftest.py"],
  go: ["**/*_test.go", "**/testdata/**"],
  cargo: ["tests/**", "**/tests/**"],
  maven: JVM,
  gradle: JVM,
  make: [...JAVASCRIPT, "**/*_test.*", "**/test_*"],
};
