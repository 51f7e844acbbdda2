/** Minutes of writers, readers, kills, full disks and stepped clocks on shared state files (`MINUTES`, `SEED`, `WORKERS`); ends with a table. */
import { noDiskReason } from "./arena.ts";
import { FAKETIME } from "./call.ts";
import { runRound } from "./run-round.ts";
import { Summary } from "./summary.ts";

const MINUTES = Number(process.env.MINUTES ?? 1);
const SEED = Number(process.env.SEED ?? 20_261_130);
const WORKERS = Number(process.env.WORKERS ?? 6);
/** Fresh files each minute: logs and lists of gates stay small, and a fault is told soon. */
const ROUND_MS = 60_000;
const PROGRESS_MS = 5_000;
const FAULTS_SHOWN = 20;

/** The shell's code for a program that SIGINT ended. */
const INTERRUPTED = 130;

const problem =
  MINUTES > 0 && Number.isSafeInteger(SEED) && Number.isInteger(WORKERS) && WORKERS >= 2 && WORKERS <= 90
    ? undefined
    : "expected MINUTES above 0, a whole SEED, and 2 to 90 WORKERS";
if (problem === undefined) process.exitCode = await soak();
else {
  process.stderr.write(`soak: ${problem}\n`);
  process.exitCode = 64;
}

/** Plays round after round, then prints the table; answers the exit code. */
async function soak(): Promise<number> {
  const noDisk = await noDiskReason();
  process.stdout.write(`soak: ${MINUTES} min, seed ${SEED}, ${WORKERS} workers\n`);
  if (noDisk !== undefined) process.stdout.write(`skipped: a disk that fills (${noDisk})\n`);
  if (FAKETIME === null) process.stdout.write("skipped: programs with a shifted clock (faketime is not installed)\n");

  /** A signal from the terminal goes to the programs too: what they then do proves nothing. */
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      interrupted = true;
    });

  const summary = new Summary();
  let calls = 0;
  const started = performance.now();
  const endsAt = started + MINUTES * 60_000;
  const progress = setInterval(() => {
    const done = `${clock(performance.now() - started)} of ${clock(endsAt - started)}, ${calls} calls`;
    process.stderr.write(`soak: ${done}, ${summary.rounds} rounds checked, ${summary.faults.length} faults\n`);
  }, PROGRESS_MS);
  for (let round = 0; performance.now() < endsAt && !interrupted; round++) {
    const until = Math.min(performance.now() + ROUND_MS, endsAt);
    const seed = SEED + round;
    const goesOn = () => performance.now() < until && !interrupted;
    const onCall = () => void calls++;
    const played = await runRound({ seed, workers: WORKERS, withDisk: noDisk === undefined, goesOn, onCall });
    if (!interrupted) summary.add(played, seed);
  }
  clearInterval(progress);

  const faults = summary.faults.slice(0, FAULTS_SHOWN).map((fault) => `FAULT ${fault}`);
  const took = `${summary.rounds} rounds in ${clock(performance.now() - started)}${interrupted ? ", and one that was interrupted" : ""}`;
  process.stdout.write(`${[...summary.lines(), ...faults, `${took}: ${summary.faults.length} faults (seed ${SEED})`].join("\n")}\n`);
  if (summary.faults.length > 0) return 1;
  return interrupted ? INTERRUPTED : 0;
}

/** `12:05`: minutes and seconds. */
function clock(ms: number): string {
  return `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
}
