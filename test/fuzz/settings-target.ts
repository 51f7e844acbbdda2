/** The project's own JSON files: settings, package.json, knowledge manifest, verdicts, the record of a watch. */
import { DataError, UsageError } from "../../lib/errors.ts";
import { newRecord, parseRecord } from "../../lib/flows/ci-watch/watch-record.ts";
import { readPackage } from "../../lib/flows/config/package-json.ts";
import { parseConfig } from "../../lib/flows/config/read-config.ts";
import { toolchain } from "../../lib/flows/config/toolchain.ts";
import { parseVerdict } from "../../lib/flows/review/verdict.ts";
import { parseDocument } from "../../lib/state/json-document.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedJson } from "./json-mutations.ts";
import { pick } from "./mutations.ts";

interface Kind {
  readonly document: unknown;
  read(bytes: Uint8Array): unknown;
}

const CONFIG = {
  commands: { test: "make test", format: ["biome", "check"], coverage: "make coverage" },
  coverage: { reports: ["lcov.info"], line: 95, branch: 90, exclude: ["**/*.gen.ts"] },
  timeouts: { worker: 10, test: 900 },
  testGlobs: ["test/**"],
  junit: "report.xml",
  agent: ["claude", "-p"],
  protectedBranches: ["main"],
  workdir: "packages/a",
};
const MANIFEST = {
  scripts: { test: "jest", build: "tsc" },
  dependencies: { a: "1.0.0" },
  devDependencies: { jest: "29.0.0" },
  packageManager: "pnpm@9.0.0",
};

const KINDS: Readonly<Record<string, Kind>> = {
  "x-skills.json": {
    document: CONFIG,
    read: (bytes) => toolchain(parseConfig(parseDocument(bytes, "x-skills.json").root, "x-skills.json"), undefined),
  },
  "package.json": {
    document: MANIFEST,
    read: (bytes) =>
      readPackage({ text: () => new TextDecoder().decode(bytes), has: () => false } as unknown as Parameters<typeof readPackage>[0]),
  },
  "verdict.json": {
    document: { verdict: "GO-WITH-RESERVATIONS", findings: ["a", { severity: "major", file: "a.ts", line: 3, message: "b" }] },
    read: (bytes) => parseVerdict(parseDocument(bytes, "verdict.json").root, "security", "verdict.json"),
  },
  "pr-watch-7.json": {
    document: { ...newRecord(7, 1_767_225_600), checksSnapshot: [{ name: "build", conclusion: "success" }] },
    read: (bytes) => refuse(parseRecord(new TextDecoder().decode(bytes), 7)),
  },
};
const WORDS = {
  keys: [
    "commands",
    "test",
    "line",
    "scripts",
    "packageManager",
    "verdict",
    "findings",
    "startedAt",
    "checksSnapshot",
    "copilotReview",
    "agent",
  ],
  values: [
    "npm test",
    ["sh", "-c", "x"],
    100,
    95.5,
    10_000_000,
    "NO-GO",
    "yarn@4",
    "2026-01-01T00:00:00Z",
    { present: true },
    [""],
    "../x",
    "/x",
  ],
};

/** Read, or refused in one line that says where; never with words of the schema library. */
export const settingsTarget: Target = {
  name: "settings",
  share: 60,
  make(random) {
    const name = pick(random, Object.keys(KINDS));
    return { [name]: mutatedJson(random, KINDS[name]!.document, WORDS) };
  },
  run(input) {
    const [[name, bytes]] = Object.entries(input) as [[string, Uint8Array]];
    try {
      KINDS[name]!.read(bytes);
      return "read";
    } catch (error) {
      if (!(error instanceof DataError || error instanceof UsageError)) throw error;
      if (/\bundefined\b|\bNaN\b|\[object |^Invalid |: Invalid /.test(error.message)) throw new Error(`refused with: ${error.message}`);
      return "refused";
    }
  },
};

/** A record that cannot be used is a problem in words. */
function refuse(record: object): void {
  if ("problem" in record) throw new DataError(String(record.problem));
}
