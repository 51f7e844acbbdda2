/** Reads the JUnit XML of bun, deno, node, vitest, jest, pytest, surefire, gradle, gotestsum and cargo-nextest. */
import { DataError } from "../errors.ts";
import { isAbsolute, type Place, repoPath } from "../repo-path.ts";
import { readXml, type XmlElement } from "../xml.ts";
import { type BrokenFile, numbered, type TestReport, type TestResult, type TestStatus } from "./test-report.ts";

/** Where a testcase stands: the suites around it and the file that the innermost of them names. */
interface Around {
  readonly suites: readonly string[];
  readonly file: string | undefined;
}

const SOURCE_FILE = /^[^\n]*[^\s/\\]\.[cm]?[jt]sx?$|^\S+\.(?:py|go|rs|java|kt|rb|php)$/;
/** node's reporter gives this class name to every test, jest's this name to a file's suite. */
const EMPTY_NAMES: ReadonlySet<string> = new Set(["", "test", "undefined"]);
const LONGEST_MESSAGE = 300;

/** Reads one report; `name` stands for it in the `DataError` of one that cannot be read. */
export function readJunit(text: string, name: string, place: Place): TestReport {
  const root = readXml(text, name);
  if (root.name !== "testsuites" && root.name !== "testsuite") {
    throw new DataError(`Cannot read ${name}: <${root.name}> is no JUnit report`);
  }
  const tests: TestResult[] = [];
  const broken: BrokenFile[] = [];
  const top = root.name === "testsuite" ? [root] : root.children;
  const waiting = top.map((element) => ({ element, around: { suites: [], file: undefined } as Around })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, around } = next;
    if (element.name === "testsuite") {
      const inside = enter(element, around);
      for (const child of [...element.children].reverse()) waiting.push({ element: child, around: inside });
    } else if (element.name === "testcase") {
      const found = readCase(element, around, place);
      if (found === undefined) continue;
      if ("label" in found) broken.push(found);
      else tests.push(found);
    }
  }
  return { tests: numbered(tests), broken };
}

function enter(suite: XmlElement, around: Around): Around {
  const { name = "", file, filepath } = suite.attributes;
  const own = file ?? filepath ?? (SOURCE_FILE.test(name) ? name : undefined);
  return { suites: [...around.suites, name], file: own ?? around.file };
}

/** A test, a file that could not be loaded, or undefined for the entry of a file without tests (node). */
function readCase(element: XmlElement, around: Around, place: Place): TestResult | BrokenFile | undefined {
  const { name: rawName = "", classname = "" } = element.attributes;
  const name = rawName.trim();
  const printed = element.attributes.file ?? (SOURCE_FILE.test(classname) ? classname : around.file);
  const { status, message } = outcome(element);
  if (standsForFile(name, classname, printed, message)) {
    if (status === "passed" || status === "skipped") return undefined;
    const label = SOURCE_FILE.test(name) || classname === "" ? name : classname;
    return { label, file: SOURCE_FILE.test(label) ? repoPath(label, place) : undefined, message };
  }
  const file = printed === undefined ? undefined : repoPath(printed, place);
  const group = EMPTY_NAMES.has(classname) || classname === printed ? "" : classname.trim();
  return { id: idOf(name, group, { suites: suitesOf(around, group, printed), file }), file, group, name, status, message };
}

/** Runners report a file that did not load as a testcase: named like the file, or by a word of their own. */
function standsForFile(name: string, classname: string, file: string | undefined, message: string): boolean {
  if (classname === "" && message === "collection failure") return true;
  if (classname === "Test suite failed to run" || name === "initializationError" || name === "TestMain") return true;
  if (!SOURCE_FILE.test(name)) return false;
  if (name === classname || name === file) return true;
  return classname === "test" && (isAbsolute(name) || message === "test failed" || (file ?? "").endsWith(`/${name}`));
}

/** The outermost suite is the file or class, which the id has already, except under node, where it is a group of tests. */
function suitesOf(around: Around, group: string, file: string | undefined): readonly string[] {
  const [outermost, ...inner] = around.suites;
  if (outermost === undefined) return [];
  const isKnown = group !== "" || outermost === file || EMPTY_NAMES.has(outermost);
  return isKnown ? inner : around.suites;
}

function idOf(name: string, group: string, { suites, file }: Around): string {
  const isClass = suites.length === 0 && group !== name;
  return [file ?? "", isClass ? group : "", ...suites, name].filter((part) => part !== "").join(" > ");
}

function outcome(testcase: XmlElement): { status: TestStatus; message: string } {
  for (const [tag, status] of OUTCOMES) {
    const child = testcase.children.find((element) => element.name === tag);
    if (child !== undefined) return { status, message: status === "skipped" ? "" : messageOf(child) };
  }
  return { status: "passed", message: "" };
}

const OUTCOMES = [
  ["failure", "failed"],
  ["error", "errored"],
  ["skipped", "skipped"],
] as const;

function messageOf(problem: XmlElement): string {
  const text = problem.attributes.message?.trim() || problem.text.trim().split("\n", 1)[0]!;
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE - 1)}…` : text;
}
