/** The stacks of the other languages, each known by its manifest; pure. */
import type { Project, Stack, StackName, Suite } from "./stack.ts";
import { TEST_GLOBS } from "./test-globs.ts";

const JUNIT = "{run}/junit.xml";
const LCOV = "{run}/lcov.info";
const JVM_EXTENSIONS = [".java", ".kt", ".groovy", ".scala"];

function suite(command: readonly string[], reports: readonly string[], env: Readonly<Record<string, string>> = {}): Suite {
  return { command: [...command], env, reports };
}

function stack(name: StackName, parts: Partial<Stack> & Pick<Stack, "test" | "extensions" | "manifests">): Stack {
  return { name, coverage: undefined, setup: undefined, compile: undefined, testGlobs: TEST_GLOBS[name], ...parts };
}

const PYTHON_MANIFESTS = ["pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg", "setup.py", "requirements.txt", "requirements-dev.txt"];
const PYTHON_LOCKS: readonly (readonly [lock: string, run: readonly string[], setup: readonly string[]])[] = [
  ["uv.lock", ["uv", "run"], ["uv", "sync", "--frozen"]],
  ["poetry.lock", ["poetry", "run"], ["poetry", "install"]],
  ["Pipfile.lock", ["pipenv", "run"], ["pipenv", "sync", "--dev"]],
];

/** pytest, where a manifest or a conftest.py speaks of it, or there is a `tests` folder beside a Python manifest. */
export function pythonStack(project: Project): Stack | undefined {
  const manifests = PYTHON_MANIFESTS.filter((name) => project.has(name));
  const texts = manifests.map((name) => project.text(name) ?? "");
  const speaks = project.has("conftest.py") || texts.some((text) => text.includes("pytest"));
  if (!speaks && !(manifests.length > 0 && project.has("tests"))) return undefined;
  const [lock, run, setup] = PYTHON_LOCKS.find(([name]) => project.has(name)) ?? [undefined, [], undefined];
  const words = [...run, "python", "-m", "pytest"];
  const hasCoverage =
    texts.some((text) => text.includes("pytest-cov")) || (lock !== undefined && /\bpytest-cov\b/.test(project.text(lock) ?? ""));
  const cover = suite([...words, "--cov", "--cov-branch", `--cov-report=lcov:${LCOV}`], [LCOV], { COVERAGE_FILE: "{run}/.coverage" });
  return stack("pytest", {
    test: suite([...words, `--junitxml=${JUNIT}`], [JUNIT]),
    coverage: hasCoverage ? cover : undefined,
    setup: setup === undefined ? undefined : [...setup],
    extensions: [".py"],
    manifests: [...PYTHON_MANIFESTS, ...PYTHON_LOCKS.map(([name]) => name)],
  });
}

/** go, by way of gotestsum where it is installed. */
export function goStack(project: Project): Stack | undefined {
  if (!project.has("go.mod")) return undefined;
  const hasReports = project.canRun("gotestsum");
  return stack("go", {
    test: hasReports ? suite(["gotestsum", `--junitfile=${JUNIT}`, "--", "./..."], [JUNIT]) : suite(["go", "test", "./..."], []),
    coverage: suite(["go", "test", "-coverprofile={run}/cover.out", "./..."], ["{run}/cover.out"]),
    setup: project.has("go.sum") ? ["go", "mod", "download"] : undefined,
    compile: ["go", "build", "./..."],
    extensions: [".go"],
    manifests: ["go.mod", "go.sum", "go.work", "go.work.sum"],
  });
}

/** cargo; coverage where cargo-llvm-cov is installed. nextest writes JUnit only where its profile says so: that is the user's `commands.test`. */
export function cargoStack(project: Project): Stack | undefined {
  if (!project.has("Cargo.toml")) return undefined;
  return stack("cargo", {
    test: suite(["cargo", "test"], []),
    coverage: project.canRun("cargo-llvm-cov") ? suite(["cargo", "llvm-cov", "--lcov", `--output-path=${LCOV}`], [LCOV]) : undefined,
    setup: project.has("Cargo.lock") ? ["cargo", "fetch", "--locked"] : undefined,
    compile: ["cargo", "check", "--tests"],
    extensions: [".rs"],
    manifests: ["**/Cargo.toml", "Cargo.lock"],
  });
}

/** Maven writes its reports below `target`, which no flag can change. */
export function mavenStack(project: Project): Stack | undefined {
  const pom = project.text("pom.xml");
  if (pom === undefined) return undefined;
  const words = [project.has("mvnw") ? "./mvnw" : "mvn", "-B", "-ntp"];
  return stack("maven", {
    test: suite([...words, "test"], ["**/target/surefire-reports/TEST-*.xml"]),
    coverage: pom.includes("jacoco") ? suite([...words, "verify"], ["**/target/site/jacoco/jacoco.xml"]) : undefined,
    compile: [...words, "test-compile"],
    extensions: JVM_EXTENSIONS,
    manifests: ["**/pom.xml"],
  });
}

const GRADLE_BUILDS = ["build.gradle", "build.gradle.kts"];

/** Gradle writes its reports below `build`. */
export function gradleStack(project: Project): Stack | undefined {
  const build = GRADLE_BUILDS.find((name) => project.has(name));
  if (build === undefined) return undefined;
  const words = [project.has("gradlew") ? "./gradlew" : "gradle", "--console=plain"];
  const cover = suite([...words, "test", "jacocoTestReport"], ["**/build/reports/jacoco/test/jacocoTestReport.xml"]);
  return stack("gradle", {
    test: suite([...words, "test"], ["**/build/test-results/test/TEST-*.xml"]),
    coverage: project.text(build)?.includes("jacoco") ? cover : undefined,
    compile: [...words, "testClasses"],
    extensions: JVM_EXTENSIONS,
    manifests: ["**/build.gradle", "**/build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties", "gradle.lockfile"],
  });
}

/** A Makefile with a `test` target. */
export function makeStack(project: Project): Stack | undefined {
  const makefile = ["Makefile", "makefile", "GNUmakefile"].find((name) => /^test\s*:(?!=)/m.test(project.text(name) ?? ""));
  if (makefile === undefined) return undefined;
  return stack("make", { test: suite(["make", "test"], []), extensions: [], manifests: [makefile] });
}
