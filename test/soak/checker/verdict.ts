/** What a call's end means for the file, and whether it ended as documented. */
import { parseDocument } from "./document.ts";
import type { Begin, End, StateFile } from "./records.ts";
import type { Tally } from "./tally.ts";

/** Acknowledged: it must be there. Refused: it must not. Unknown (killed): it may be there, whole. */
export type Verdict = "acknowledged" | "refused" | "unknown";

/** Beyond `--lock-timeout`: starting, reading and writing on a machine that is busy with other things. */
const MARGIN_MS = 5_000;

const SIGNAL_CODES: Readonly<Record<string, readonly number[]>> = { SIGHUP: [129], SIGINT: [130], SIGTERM: [143] };

/** Checks code, streams, temporary files and duration of one call. */
export function judge(begin: Begin, end: End, file: StateFile, tally: Tally): Verdict {
  const name = `op ${begin.op} (${[begin.action, ...begin.how].join(", ")})`;
  const said = `exit ${end.code ?? end.signal}, stderr ${JSON.stringify(end.stderr)}`;
  const killed = end.code === null;
  const documented = killed ? end.signal === end.sent : documentedCodes(begin, end, file).includes(end.code!);
  tally.check("exit codes", documented, () => `${name}: ${said}`);
  tally.check("no stack trace", !/^\s+at |internal error|panic|Segmentation/m.test(end.stderr), () => `${name}: ${said}`);
  if (!killed) tally.check("streams", hasPlainStreams(begin, end), () => `${name}: ${said}, stdout ${JSON.stringify(end.stdout)}`);
  const waited = Math.round(end.ms - end.stoppedMs);
  tally.check("waiting time", waited <= begin.lockTimeoutMs + MARGIN_MS, () => `${name}: ${waited} ms, limit ${begin.lockTimeoutMs} ms`);
  const verdict = killed ? "unknown" : end.code === 0 ? "acknowledged" : "refused";
  if (verdict === "acknowledged" && wrote(begin, end)) {
    const left = begin.temporary.filter((temporary) => end.temporary.includes(temporary));
    tally.check("temporary files", left.length === 0, () => `${name}: a write left ${left.join(", ")} of an earlier one`);
  }
  return verdict;
}

function documentedCodes({ program, claim }: Begin, { sent }: End, { canBeFull }: StateFile): number[] {
  const invalid = claim.kind === "lane" && claim.invalid ? [3] : [];
  return [...ownCodes(program, claim.kind, canBeFull), ...invalid, ...(SIGNAL_CODES[sent ?? ""] ?? [])];
}

/** The documented codes that can come here; 1, 64, 65 and 74 cannot: the file is there, whole, and may be read. */
function ownCodes(program: string, kind: Begin["claim"]["kind"], canBeFull: boolean): number[] {
  switch (program) {
    case "x-internal-update-status":
      return [0, 2, ...(canBeFull && kind !== "read" ? [4] : []), ...(kind === "chain" ? [5] : [])];
    case "x-internal-verify-phase-gates":
      return [0, 13];
    case "x-internal-load-story-context":
      return [2, 75];
    case "x-internal-resume-story":
      return [0, 75];
    default:
      return [0, 1];
  }
}

/** Lines of JSON on success only; on failure one line on stderr; warnings beside. */
function hasPlainStreams({ program, claim }: Begin, { code, stdout, stderr }: End): boolean {
  if (!program.startsWith("x-")) return true;
  const complaints = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("warn: "));
  if (code !== 0) return stdout === "" && (complaints.length === 1 || code! > 128);
  const lines = stdout.split("\n");
  return (
    complaints.length === 0 &&
    lines.pop() === "" &&
    lines.length >= 1 &&
    lines.every(isJson) &&
    (claim.kind === "lane" || lines.length === 1)
  );
}

function isJson(line: string): boolean {
  return parseDocument(line) !== undefined;
}

/** A call that found the value there already does not touch the folder. */
function wrote({ program, claim }: Begin, { stdout }: End): boolean {
  return program.startsWith("x-") && claim.kind !== "read" && !stdout.includes('"noOp":true');
}
