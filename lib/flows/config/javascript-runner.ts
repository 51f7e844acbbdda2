/** The JavaScript test runners: what they are called, and the flags that make them write reports into the run folder. Pure data. */

export interface Runner {
  readonly name: "bun" | "vitest" | "jest" | "node" | "deno";
  /** The words that a script's command begins with. */
  readonly words: readonly string[];
  readonly testFlags: readonly string[];
  readonly testEnv: Readonly<Record<string, string>>;
  readonly junit: readonly string[];
  readonly coverageFlags: readonly string[];
  readonly coverageReports: readonly string[];
  /** Packages without which it writes no JUnit or coverage report. */
  readonly junitPackage?: string;
  readonly coveragePackages?: readonly string[];
}

const JUNIT = "{run}/junit.xml";
const LCOV = "{run}/coverage/lcov.info";

const RUNNERS: readonly Runner[] = [
  {
    name: "bun",
    words: ["bun", "test"],
    testFlags: ["--reporter=junit", `--reporter-outfile=${JUNIT}`],
    testEnv: {},
    junit: [JUNIT],
    coverageFlags: ["--coverage", "--coverage-reporter=lcov", "--coverage-dir={run}/coverage"],
    coverageReports: [LCOV],
  },
  {
    name: "vitest",
    words: ["vitest"],
    testFlags: ["--watch=false", "--reporter=default", "--reporter=junit", `--outputFile.junit=${JUNIT}`],
    testEnv: {},
    junit: [JUNIT],
    coverageFlags: ["--coverage.enabled", "--coverage.reporter=lcovonly", "--coverage.reportsDirectory={run}/coverage"],
    coverageReports: [LCOV],
    coveragePackages: ["@vitest/coverage-v8", "@vitest/coverage-istanbul"],
  },
  {
    name: "jest",
    words: ["jest"],
    testFlags: ["--reporters=default", "--reporters=jest-junit"],
    testEnv: { JEST_JUNIT_OUTPUT_FILE: JUNIT, JEST_JUNIT_ADD_FILE_ATTRIBUTE: "true" },
    junit: [JUNIT],
    coverageFlags: ["--coverage", "--coverageReporters=lcovonly", "--coverageDirectory={run}/coverage"],
    coverageReports: [LCOV],
    junitPackage: "jest-junit",
  },
  {
    name: "node",
    words: ["node", "--test"],
    testFlags: [
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=junit",
      `--test-reporter-destination=${JUNIT}`,
    ],
    testEnv: {},
    junit: [JUNIT],
    coverageFlags: ["--experimental-test-coverage", "--test-reporter=lcov", "--test-reporter-destination={run}/lcov.info"],
    coverageReports: ["{run}/lcov.info"],
  },
  {
    name: "deno",
    words: ["deno", "test"],
    testFlags: [`--junit-path=${JUNIT}`],
    testEnv: {},
    junit: [JUNIT],
    coverageFlags: ["--coverage={run}/coverage"],
    coverageReports: [LCOV],
  },
];

/** The runner that a simple command begins with. */
export function runnerOf(words: readonly string[]): Runner | undefined {
  return RUNNERS.find((runner) => runner.words.every((word, i) => words[i] === word));
}

/** The runner of that name. */
export function runnerNamed(name: Runner["name"]): Runner {
  return RUNNERS.find((runner) => runner.name === name)!;
}
