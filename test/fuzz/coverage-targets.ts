/** Coverage reports of the five formats, from what real tools wrote. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageByPath } from "../../lib/coverage/covered-files.ts";
import { describeHole, judgeCoverage } from "../../lib/coverage/judge-coverage.ts";
import { readCoverage } from "../../lib/coverage/read-coverage.ts";
import { DataError } from "../../lib/errors.ts";
import { ROOT } from "../harness/repository.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedJson } from "./json-mutations.ts";
import { mutatedText, pick, type Random } from "./mutations.ts";
import { mutatedXml } from "./xml-mutations.ts";

const PLACE = { root: "/repo", workdir: "" };
const FILES: ReadonlySet<string> = new Set(["grade.js", "src/grade.ts", "calc/calc.go", "src/main/java/com/acme/Grade.java"]);
const XML_WORDS: readonly string[] = [
  '<line number="3" hits="0"/>',
  '<line nr="3" mi="1" ci="0" mb="1" cb="9"/>',
  '<class filename="a.js"/>',
  "<",
  ">",
  "/>",
  "</",
  '"',
  "<line ",
  "<class ",
  "<package>",
  "&#0;",
  "<![CDATA[",
  "<!-- ",
  "999999999",
  "-1",
  "1e9",
  "(1/",
];

interface Format {
  readonly mutated: typeof mutatedText;
  readonly fixtures: readonly string[];
  readonly words: readonly string[];
}

const FORMATS: Readonly<Record<string, Format>> = {
  lcov: {
    mutated: mutatedText,
    fixtures: ["bun.lcov", "deno.lcov", "jest.lcov"],
    words: [
      "SF:src/calc.ts\n",
      "DA:1,1\n",
      "DA:0,-1\n",
      "DA:1e9,1\n",
      "BRDA:1,0,0,-\n",
      "BRF:999999999\n",
      "BRH:2\n",
      "end_of_record\n",
      "TN:\n",
      ",",
      ":",
    ],
  },
  cobertura: {
    mutated: mutatedXml,
    fixtures: ["jest-cobertura.xml"],
    words: [...XML_WORDS, ' condition-coverage="50% (1/2)"', "<sources><source>/repo</source></sources>"],
  },
  jacoco: {
    mutated: mutatedXml,
    fixtures: ["jacoco.xml"],
    words: [...XML_WORDS, '<sourcefile name="Calc.java">', ' mi="3" ci="x"', "<group>"],
  },
  istanbul: {
    mutated: mutatedReport,
    fixtures: ["jest-istanbul.json"],
    words: ["statementMap", "s", "branchMap", "b", "path", "start", "line", "data"],
  },
  "go-profile": {
    mutated: mutatedText,
    fixtures: ["go.out"],
    words: [
      "mode: set\n",
      "mode: count\n",
      "a/calc.go:3.24,5.2 1 0\n",
      "a/calc.go:1.1,999999999.2 1 1\n",
      "a/calc.go:9.1,1.2 0 5\n",
      ".",
      ",",
      " ",
      ":",
    ],
  },
};

/** One target for each format. Read or refused; read, its numbers are numbers and shares lie between 0 and 100. */
export const coverageTargets: readonly Target[] = Object.entries(FORMATS).map(([name, { mutated, fixtures, words }]) => {
  const texts = fixtures.map((file) => readFileSync(join(ROOT, "test/fixtures/coverage", file), "utf8"));
  return {
    name,
    share: 40,
    make: (random) => ({ report: mutated(random, pick(random, texts), words) }),
    run: (input) => outcomeOf(new TextDecoder().decode(input.report)),
  };
});

function mutatedReport(random: Random, text: string, keys: readonly string[]): Uint8Array {
  return mutatedJson(random, JSON.parse(text), { keys, values: [1, [1, 0], { start: { line: 3 } }, { start: {} }] });
}

function outcomeOf(text: string): string {
  try {
    const report = readCoverage(text, "report");
    for (const { path, lines, branches } of report.files) {
      const numbers = [...lines].flat().concat([...(branches?.values() ?? [])].map(({ hits }) => hits));
      if (numbers.some((n) => !Number.isSafeInteger(n) && !(Number.isFinite(n) && n > 0))) throw new Error(`${path} has ${numbers}`);
    }
    const after = coverageByPath([report], FILES, PLACE);
    const thresholds = { line: 95, branch: 90 };
    const verdict = judgeCoverage({
      after,
      before: after,
      changed: [...FILES],
      extensions: [".js", ".ts", ".go", ".java"],
      exclude: [],
      thresholds,
    });
    for (const percent of [...Object.values(verdict.delta)]) {
      if (percent !== null && !(percent >= 0 && percent <= 100)) throw new Error(`a share of ${percent} per cent`);
    }
    const said = [verdict.detail, ...verdict.holes.map(describeHole)].join("\n");
    if (/\[object |\bundefined\b|\bNaN\b/.test(said)) throw new Error(`says ${said}`);
    return after.size > 0 ? "covers files" : "read";
  } catch (error) {
    if (error instanceof DataError && /^Cannot read report: \S[^\n]*$/.test(error.message)) return "refused";
    throw error;
  }
}
