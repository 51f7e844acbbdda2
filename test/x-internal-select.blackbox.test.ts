/** Both selectors (spec page 4): the same manifest, another kind. */
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract as packsContract, run as selectPacks } from "../scripts/x-internal-select-context-packs.ts";
import { contract as knowledgeContract, run as selectKnowledge } from "../scripts/x-internal-select-knowledge.ts";
import { blackBox } from "./harness/black-box.ts";

const MANIFEST = ".aikittools/knowledge.json";
const NOTHING = { required: [], recommended: [], optional: [] };

function manifest(...packs: object[]): Record<string, string> {
  const paths = packs.flatMap((pack) => ("path" in pack && typeof pack.path === "string" ? [pack.path] : []));
  return { ...Object.fromEntries(paths.map((path) => [path, ""])), [MANIFEST]: JSON.stringify({ packs }) };
}

const FILES = manifest(
  { path: "rest.md", phases: ["implement"], capabilities: ["rest"], level: "required", kind: "pack" },
  { path: "sql.md", phases: ["implement", "review"], capabilities: ["persistence", "sql"], level: "recommended" },
  { path: "all.md", level: "optional", note: "unknown members are left alone" },
  { path: "plan.md", phases: ["plan"], level: "required" },
  { path: "sql.md", capabilities: ["persistence"], level: "optional" },
  { path: "tech.md", phases: ["implement"], capabilities: ["rest"], level: "required", kind: "technical" },
);
const IMPLEMENT = ["--phase", "implement", "--capabilities"];

blackBox(selectPacks, [
  { name: "no manifest", args: [...IMPLEMENT, "rest"], stdout: NOTHING },
  { name: "no packs", files: manifest(), args: [...IMPLEMENT, "rest"], stdout: NOTHING },
  {
    name: "by phase and capability, the higher level of a path",
    files: FILES,
    args: [...IMPLEMENT, " rest,,sql , persistence"],
    stdout: { required: ["rest.md"], recommended: ["sql.md"], optional: ["all.md"] },
  },
  { name: "no capability", files: FILES, args: [...IMPLEMENT, ""], stdout: { ...NOTHING, optional: ["all.md"] } },
  {
    name: "another phase",
    files: FILES,
    args: ["--phase=plan", "--capabilities=persistence"],
    stdout: { required: ["plan.md"], recommended: [], optional: ["all.md", "sql.md"] },
  },
  { name: "names are compared as they are", files: FILES, args: [...IMPLEMENT, "REST"], stdout: { ...NOTHING, optional: ["all.md"] } },
  {
    name: "a path that is not there",
    files: { [MANIFEST]: '\uFEFF{"packs":[{"path":"gone.md","level":"required"}]}' },
    args: [...IMPLEMENT, ""],
    stdout: { ...NOTHING, required: ["gone.md"] },
    stderr: ["warn: no such pack: gone.md"],
  },
  { name: "not JSON", files: { [MANIFEST]: "{" }, args: [...IMPLEMENT, ""], code: 65, stderr: [`Cannot use ${MANIFEST}: not valid JSON`] },
  {
    name: "no list",
    files: { [MANIFEST]: "[]" },
    args: [...IMPLEMENT, ""],
    code: 65,
    stderr: /^Cannot use \.aikittools\/knowledge\.json: [^\n]+\n$/,
  },
  {
    name: "unknown level",
    files: { [MANIFEST]: '{"packs":[{"path":"a","level":"nice"}]}' },
    args: [...IMPLEMENT, ""],
    code: 65,
    stderr: [`Cannot use ${MANIFEST}: packs.0.level: expected required, recommended, optional`],
  },
  {
    name: "manifest is a folder",
    files: { [MANIFEST]: { dir: true } },
    args: [...IMPLEMENT, ""],
    code: 74,
    stderr: [`Cannot read $CWD/${MANIFEST}: is a directory`],
  },
  { name: "nothing given", args: [], code: 64, stderr: [`usage: ${synopsis(packsContract)}`] },
  { name: "no kind here", args: ["--kind", "pack"], code: 64, stderr: [`unknown flag --kind; usage: ${synopsis(packsContract)}`] },
]);

blackBox(selectKnowledge, [
  { name: "no manifest", args: [...IMPLEMENT, "rest"], stdout: NOTHING },
  { name: "technical by default", files: FILES, args: [...IMPLEMENT, "rest"], stdout: { ...NOTHING, required: ["tech.md"] } },
  {
    name: "packs when asked for",
    files: FILES,
    args: ["--kind", "pack", ...IMPLEMENT, "rest"],
    stdout: { ...NOTHING, required: ["rest.md"], optional: ["all.md"] },
  },
  {
    name: "unknown kind",
    args: ["--kind", "magic", ...IMPLEMENT, "rest"],
    code: 64,
    stderr: [`malformed --kind 'magic': expected pack or technical; usage: ${synopsis(knowledgeContract)}`],
  },
]);
