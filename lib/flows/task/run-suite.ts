/** Runs the project's own commands in the run's tree, and reads what they leave behind. */
import { resolve } from "@std/path";
import { DataError, IoError, MissingProgramError } from "../../errors.ts";
import { openOutputLog } from "../../platform/output-log.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { commandArgv, type Ended, spawn } from "../../platform/spawn.ts";
import type { Place } from "../../repo-path.ts";
import { readJunit } from "../../testing/junit.ts";
import { mergeReports, type TestReport } from "../../testing/test-report.ts";
import type { RunEnd, TestRun } from "../../testing/test-run.ts";
import type { Command } from "../config/config-schema.ts";
import { inRunFolder, type Suite } from "../config/stack.ts";
import { filesMatching, removeFiles } from "./report-files.ts";
import type { Run } from "./run.ts";

/** Where the commands run, and how their paths are read. */
export function placeOf(run: Run): Place {
  const { workdir } = run.config;
  return { root: run.work.top, workdir: workdir === "." ? "" : workdir };
}

function folderOf(run: Run): string {
  return resolve(run.work.top, run.config.workdir);
}

/** Runs the whole suite once. Report files are removed before, so that what is there afterwards is of this run. */
export async function runSuite(run: Run): Promise<TestRun> {
  const suite = inRunFolder(run.toolchain.test, run.folder.reports);
  const { end, output, reports } = await runReporting(run, suite);
  const report = reports.flatMap(({ path, text }) => readable(() => readJunit(text, path, placeOf(run)), run));
  return {
    end,
    output,
    reportExpected: suite.reports.length > 0,
    report: report.length === 0 ? undefined : mergeReports(report as TestReport[]),
  };
}

export interface Reported {
  readonly end: RunEnd;
  readonly output: string;
  readonly reports: readonly { readonly path: string; readonly text: string }[];
}

/** Runs a suite and returns the report files that it wrote. */
export async function runReporting(run: Run, suite: Suite): Promise<Reported> {
  const cwd = folderOf(run);
  removeFiles(filesMatching(cwd, suite.reports));
  const timeoutSeconds = run.config.timeouts.test;
  const { end, output } = await runCommand(run, suite.command, { env: suite.env, timeoutSeconds });
  const reports = filesMatching(cwd, suite.reports).flatMap((path) => {
    const text = readable(() => readTextIfExists(path), run);
    return text.flatMap((content) => (content === undefined ? [] : [{ path, text: content }]));
  });
  return { end, output, reports };
}

export interface CommandRun {
  readonly end: RunEnd;
  /** stdout, then stderr; cut in the middle when there is much of it. */
  readonly output: string;
}

/** Runs one command to its end, within its limit; all of its output goes to the run's log. */
export async function runCommand(
  run: Run,
  command: Command,
  { env = {}, timeoutSeconds }: { readonly env?: Readonly<Record<string, string>>; readonly timeoutSeconds: number },
): Promise<CommandRun> {
  const cwd = folderOf(run);
  const log = openOutputLog(run.folder.log);
  try {
    const ended = await spawn(commandArgv(command), {
      cwd,
      env: { ...run.childEnv, ...env },
      signal: run.world.signal,
      timeoutMs: timeoutSeconds * 1000,
      beforeStart: run.beforeStart,
      onOutput: log.write,
    });
    return { end: endOf(ended, timeoutSeconds), output: outputOf(ended) };
  } catch (error) {
    if (error instanceof MissingProgramError) return { end: { kind: "not-started", reason: error.message }, output: "" };
    if (error instanceof IoError) return { end: { kind: "not-started", reason: error.message }, output: "" };
    throw error;
  } finally {
    log.close();
    run.remember({ child: null });
  }
}

/** A command as people write it. */
export function shownCommand(command: Command): string {
  return typeof command === "string" ? command : command.join(" ");
}

function endOf({ code, signal, cause }: Ended, timeoutSeconds: number): RunEnd {
  if (cause !== "exit") return { kind: "timed-out", afterSeconds: timeoutSeconds };
  return signal === undefined ? { kind: "exited", code: code ?? 0 } : { kind: "signalled", signal };
}

function outputOf({ stdout, stderr }: Ended): string {
  return [stdout.text, stderr.text].filter((text) => text !== "").join("\n");
}

/** A report that cannot be read counts as absent, and the log says why. */
function readable<T>(read: () => T, run: Run): T[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    run.world.warn(error.message);
    return [];
  }
}
