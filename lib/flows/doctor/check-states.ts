/** State files: whether every skill can read them, and whether they say what skills know. */
import { basename, dirname, join } from "@std/path";
import { DataError, IoError, LockTimeoutError } from "../../errors.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { lockExclusive, lockShared } from "../../platform/file-lock.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { fileStatus } from "../../platform/read-file.ts";
import { isTemporaryName } from "../../platform/temporary-name.ts";
import type { JsonDocument } from "../../state/json-document.ts";
import { readDocument } from "../../state/read-state.ts";
import { unknownVersion } from "../../state/read-value.ts";
import { shapeProblems } from "../../state/state-shape.ts";
import { type CheckResult, type Finding, listed, note, type Patient, problem } from "./finding.ts";
import { strangeStatuses } from "./known-statuses.ts";
import { labelOf } from "./patient.ts";

const WAIT_MS = 2_000;

/** One look at each file, under its shared lock. */
export async function checkStates(patient: Patient): Promise<CheckResult> {
  const findings: Finding[] = [];
  for (const path of patient.states) findings.push(...(await checkState(patient, path)));
  const { length } = patient.states;
  return { check: "states", findings, facts: length === 0 ? "no state file found" : `${length} state file${length === 1 ? "" : "s"}` };
}

async function checkState(patient: Patient, path: string): Promise<readonly Finding[]> {
  const label = labelOf(patient, path);
  const options = { timeoutMs: WAIT_MS, signal: patient.at.signal };
  try {
    const lock = await lockShared(path, options);
    try {
      if (fileStatus(path)?.isFile !== true) return [problem(`${label} is not a regular file`)];
      const document = readDocument(path, label);
      return [...(document === undefined ? [] : contentFindings(document, label)), ...leftovers(patient, path)];
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof DataError || error instanceof IoError) return [problem(error.message), ...leftovers(patient, path)];
    if (error instanceof LockTimeoutError) return [problem(`${label}: not looked at: ${error.message}`)];
    throw error;
  }
}

function contentFindings(document: JsonDocument, label: string): readonly Finding[] {
  const version = unknownVersion(document);
  const strange = strangeStatuses(document);
  return [
    ...shapeProblems(document).map((what) => problem(`${label}: ${what}`)),
    ...(strange.length === 0 ? [] : [problem(`${label}: unknown statuses, which count as not done: ${listed(strange, 5)}`)]),
    ...(version === undefined ? [] : [note(`${label}: unknown schema version '${version}'`)]),
  ];
}

/** A writer makes its temporary file under the exclusive lock, so what is there under the shared one belongs to a dead one. */
function leftovers(patient: Patient, path: string): readonly Finding[] {
  const folder = dirname(path);
  const names = listFolder(folder).filter((name) => isTemporaryName(name, basename(path)));
  if (names.length === 0) return [];
  const fix = async () => {
    const lock = await lockExclusive(path, { timeoutMs: WAIT_MS, signal: patient.at.signal });
    try {
      for (const name of names) removeIfExists(join(folder, name));
    } finally {
      lock.release();
    }
  };
  return [problem(`${labelOf(patient, folder)}: temporary files of a write that was cut short: ${listed(names)}`, fix)];
}
