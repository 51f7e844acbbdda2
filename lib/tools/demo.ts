/** Runs the compiled skills on bundled input and shows what each did: `make demo`. Fails when a step does not end as announced. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { changedLines } from "./changed-lines.ts";
import { DEMO, type DemoStep } from "./demo-steps.ts";
import { showTask } from "./demo-task.ts";
import { ROOT } from "./skills.ts";

/** Prints one step. Returns whether it ended as announced. */
async function show(step: DemoStep, folder: string): Promise<boolean> {
  const { title, skill, args, exit = 0 } = step;
  const before = readFiles(folder);
  const child = Bun.spawn([join(ROOT, "compiled/host", skill), ...args], { cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
  const lines = [`\n# ${title}`, `$ ${skill} ${args.join(" ")}`, `${stdout}${stderr}`.trimEnd()];
  if (child.exitCode !== 0) lines.push(`exit ${child.exitCode ?? child.signalCode}`);
  for (const [path, text] of readFiles(folder)) {
    const changed = changedLines(before.get(path) ?? "", text);
    if (changed.length > 0) lines.push(`${path}:`, ...changed.map((line) => `  ${line}`));
  }
  if (child.exitCode !== exit) lines.push(`expected exit ${exit}`);
  console.log(lines.join("\n"));
  return child.exitCode === exit;
}

function readFiles(folder: string): ReadonlyMap<string, string> {
  const paths = [...new Bun.Glob("**/*").scanSync({ cwd: folder, dot: true })].sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

const folder = mkdtempSync(join(tmpdir(), "x-skills-demo-"));
try {
  cpSync(join(ROOT, "test/fixtures/demo"), folder, { recursive: true });
  for (const step of DEMO) {
    if (existsSync(join(ROOT, "scripts", `${step.skill}.ts`)) && !(await show(step, folder))) process.exitCode = 1;
  }
  if (!(await showTask())) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
