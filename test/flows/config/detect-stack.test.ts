import { expect, test } from "bun:test";
import { detectStack } from "../../../lib/flows/config/detect-stack.ts";
import { parseConfig } from "../../../lib/flows/config/read-config.ts";
import { inRunFolder, type Project } from "../../../lib/flows/config/stack.ts";
import { toolchain } from "../../../lib/flows/config/toolchain.ts";

function project(files: Readonly<Record<string, string>>, programs: readonly string[] = []): Project {
  return {
    has: (name) => Object.keys(files).some((path) => path === name || path.startsWith(`${name}/`)),
    text: (name) => files[name],
    canRun: (program) => programs.includes(program),
  };
}

function pkg(test: string | undefined, more: object = {}): string {
  return JSON.stringify({ scripts: test === undefined ? {} : { test }, ...more });
}

const BUN = "--reporter=junit --reporter-outfile={run}/junit.xml";
const VITEST = "--watch=false --reporter=default --reporter=junit --outputFile.junit={run}/junit.xml";
const NODE = "--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination={run}/junit.xml";
const DENO = "--junit-path={run}/junit.xml";

test.each<[string, Record<string, string>, string, string, string | undefined]>([
  ["bun by its script", { "package.json": pkg("bun test"), "bun.lock": "" }, "bun", `bun run test ${BUN}`, "bun install --frozen-lockfile"],
  ["bun by npm", { "package.json": pkg("bun test ./test") }, "bun", `npm run test -- ${BUN}`, undefined],
  ["bun without a script", { "package.json": pkg(undefined), "bun.lockb": "" }, "bun", `bun test ${BUN}`, "bun install --frozen-lockfile"],
  ["bun by its types", { "package.json": pkg(undefined, { devDependencies: { "@types/bun": "1" } }) }, "bun", `bun test ${BUN}`, undefined],
  ["vitest", { "package.json": pkg("vitest run"), "package-lock.json": "" }, "vitest", `npm run test -- ${VITEST}`, "npm ci"],
  [
    "vitest after a build, in watch mode",
    { "package.json": pkg("tsc && vitest"), "pnpm-lock.yaml": "" },
    "vitest",
    `pnpm run test ${VITEST}`,
    "pnpm install --frozen-lockfile",
  ],
  [
    "vitest installed only",
    { "package.json": pkg(undefined, { devDependencies: { vitest: "2" } }) },
    "vitest",
    `npx --no-install vitest ${VITEST}`,
    undefined,
  ],
  [
    "jest without its reporter",
    { "package.json": pkg("jest"), "yarn.lock": "" },
    "jest",
    "yarn run test",
    "yarn install --frozen-lockfile",
  ],
  [
    "jest with its reporter, yarn 2",
    { "package.json": pkg("cross-env CI=1 jest", { devDependencies: { "jest-junit": "1" } }), "yarn.lock": "", ".yarnrc.yml": "" },
    "jest",
    "yarn run test --reporters=default --reporters=jest-junit",
    "yarn install --immutable",
  ],
  ["node", { "package.json": pkg("node --test test/a.js") }, "node", `node --test ${NODE} test/a.js`, undefined],
  ["node after something else", { "package.json": pkg("tsc && node --test test/a.js") }, "node", "npm run test", undefined],
  ["a script that only a shell understands", { "package.json": pkg("vitest run | tee log") }, "npm-script", "npm run test", undefined],
  ["a quoted argument", { "package.json": pkg("jest -t 'a b'") }, "npm-script", "npm run test", undefined],
  ["an unknown runner", { "package.json": pkg("mocha") }, "npm-script", "npm run test", undefined],
  [
    "the named manager wins",
    { "package.json": pkg("mocha", { packageManager: "pnpm@9.1.0" }), "package-lock.json": "" },
    "npm-script",
    "pnpm run test",
    "pnpm install --frozen-lockfile",
  ],
  ["deno", { "deno.json": "{}" }, "deno", `deno test -A ${DENO}`, undefined],
  ["deno with comments", { "deno.jsonc": "// {}\n{}", "deno.lock": "" }, "deno", `deno test -A ${DENO}`, "deno install --frozen"],
  ["deno with a task", { "deno.json": '{"tasks":{"test":"deno test --allow-read"}}' }, "deno", `deno task test ${DENO}`, undefined],
  ["deno with a described task", { "deno.json": '{"tasks":{"test":{"command":"make check"}}}' }, "deno", "deno task test", undefined],
  [
    "a package.json without tests, beside deno.json",
    { "package.json": "{}", "deno.json": "{}" },
    "deno",
    `deno test -A ${DENO}`,
    undefined,
  ],
  [
    "pytest in pyproject",
    { "pyproject.toml": "[tool.pytest.ini_options]" },
    "pytest",
    "python -m pytest --junitxml={run}/junit.xml",
    undefined,
  ],
  [
    "a tests folder beside a manifest",
    { "setup.py": "", "tests/test_a.py": "" },
    "pytest",
    "python -m pytest --junitxml={run}/junit.xml",
    undefined,
  ],
  [
    "pytest with uv",
    { "pyproject.toml": "pytest", "uv.lock": "" },
    "pytest",
    "uv run python -m pytest --junitxml={run}/junit.xml",
    "uv sync --frozen",
  ],
  ["go", { "go.mod": "", "go.sum": "" }, "go", "go test ./...", "go mod download"],
  ["cargo", { "Cargo.toml": "", "Cargo.lock": "" }, "cargo", "cargo test", "cargo fetch --locked"],
  ["maven", { "pom.xml": "", mvnw: "" }, "maven", "./mvnw -B -ntp test", undefined],
  ["gradle", { "build.gradle.kts": "" }, "gradle", "gradle --console=plain test", undefined],
  ["make", { Makefile: "all:\n\ntest: all\n\tx\n" }, "make", "make test", undefined],
  ["make beside go", { "go.mod": "", Makefile: "test:\n" }, "go", "go test ./...", undefined],
])("%s", (_, files, name, command, setup) => {
  const stack = detectStack(project(files));
  expect(stack?.name).toBe(name as never);
  expect([stack?.test.command].flat().join(" ")).toBe(command);
  expect(stack?.setup === undefined ? undefined : [stack.setup].flat().join(" ")).toBe(setup as never);
  expect(stack?.test.reports.length).toBe(command.includes("junit") || name === "maven" || name === "gradle" ? 1 : 0);
  expect(JSON.parse(JSON.stringify(stack))).toEqual(JSON.parse(JSON.stringify({ ...stack })));
});

test.each<[string, Record<string, string>]>([
  ["nothing at all", {}],
  ["the placeholder of npm init", { "package.json": pkg('echo "Error: no test specified" && exit 1') }],
  ["a Makefile without tests", { Makefile: "test := 3\nall:\n" }],
  ["Python without tests", { "pyproject.toml": "" }],
])("%s is no stack, and says which key to set", (_, files) => {
  expect(detectStack(project(files))).toBeUndefined();
  expect(() => toolchain(parseConfig({}, ""), undefined)).toThrow("no test command found: set commands.test in x-skills.json");
});

test("coverage where a tool for it is installed", () => {
  const of = (files: Record<string, string>, programs: string[] = []) => detectStack(project(files, programs))?.coverage?.reports;
  expect(of({ "package.json": pkg("vitest") })).toBeUndefined();
  expect(of({ "package.json": pkg("vitest", { devDependencies: { "@vitest/coverage-v8": "2" } }) })).toEqual(["{run}/coverage/lcov.info"]);
  expect(of({ "pyproject.toml": "pytest" })).toBeUndefined();
  expect(of({ "pyproject.toml": "pytest-cov" })).toEqual(["{run}/lcov.info"]);
  expect(of({ "pom.xml": "" })).toBeUndefined();
  expect(of({ "pom.xml": "<artifactId>jacoco-maven-plugin</artifactId>" })).toEqual(["**/target/site/jacoco/jacoco.xml"]);
  expect(of({ "Cargo.toml": "" })).toBeUndefined();
  expect(of({ "Cargo.toml": "" }, ["cargo-llvm-cov"])).toEqual(["{run}/lcov.info"]);
});

test("gotestsum where it is installed", () => {
  expect(detectStack(project({ "go.mod": "" }, ["gotestsum"]))?.test.command).toEqual([
    "gotestsum",
    "--junitfile={run}/junit.xml",
    "--",
    "./...",
  ]);
});

test("a broken package.json is named", () => {
  expect(() => detectStack(project({ "package.json": "{" }))).toThrow("package.json: not valid JSON");
});

test("what the project sets wins over what is detected", () => {
  const stack = detectStack(project({ "package.json": pkg("bun test") }));
  const set = {
    commands: { test: "make check", lint: "biome ci" },
    junit: "out/junit.xml",
    coverage: { reports: ["cov.info"] },
    testGlobs: ["spec/**"],
  };
  const tools = toolchain(parseConfig(set, ""), stack);
  expect(tools.test).toEqual({ command: "make check", env: {}, reports: ["out/junit.xml"] });
  expect(tools.coverage).toEqual({ command: "make check", env: {}, reports: ["cov.info"] });
  expect([tools.stack, tools.lint, tools.testGlobs]).toEqual(["bun", "biome ci", ["spec/**"]]);
});

test("a coverage script of the project is used once its reports are named", () => {
  const stack = detectStack(project({ "package.json": JSON.stringify({ scripts: { test: "mocha", coverage: "c8 mocha" } }) }));
  expect(toolchain(parseConfig({}, ""), stack).coverage).toBeUndefined();
  const named = toolchain(parseConfig({ coverage: { reports: ["coverage/lcov.info"] } }, ""), stack).coverage;
  expect(named).toEqual({ command: ["npm", "run", "coverage"], env: {}, reports: ["coverage/lcov.info"] });
});

test("the run folder goes into words, variables and reports, and never into a user's own line", () => {
  const folder = "/a $& b";
  const env = { COVERAGE_FILE: "{run}/.coverage" };
  expect(inRunFolder({ command: ["x", "--out={run}/j"], env, reports: ["{run}/j", "out/j"] }, folder)).toEqual({
    command: ["x", "--out=/a $& b/j"],
    env: { COVERAGE_FILE: "/a $& b/.coverage" },
    reports: ["/a $& b/j", "out/j"],
  });
  expect(inRunFolder({ command: "x {run}", env: {}, reports: [] }, folder).command).toBe("x {run}");
});

test("a working directory without tests is named", () => {
  expect(() => toolchain(parseConfig({ workdir: "packages/a" }, ""), undefined)).toThrow(
    "no test command found in packages/a: set commands.test",
  );
});

test("what the project sets alone is enough", () => {
  const tools = toolchain(
    parseConfig({ commands: { test: "t", coverage: "c", setup: ["s"], compile: "b", acceptance: "a", format: "f" } }, ""),
    undefined,
  );
  expect(tools).toMatchObject({
    stack: "configured",
    setup: ["s"],
    compile: "b",
    acceptance: "a",
    format: "f",
    extensions: [],
  });
  expect(tools.coverage).toEqual({ command: "c", env: {}, reports: [] });
  expect(tools.manifests).toContain("package-lock.json");
  expect(tools.testGlobs).toContain("tests/**");
});

test.each([
  [{ "package.json": "\uFEFF3" }, /^package\.json: top: /],
  [{ "package.json": '{"scripts":3,"packageManager":4}' }, undefined],
] as const)("a package.json of another shape: %p", (files, message) => {
  if (message === undefined) expect(detectStack(project(files))).toBeUndefined();
  else expect(() => detectStack(project(files))).toThrow(message);
});
