/** x-implement-task killed with SIGKILL at 200 random moments (`KILLS`, `SEED`), on the compiled binary; ends with an exit code. */
import { killedRuns } from "../implement-task/killed.ts";

const KILLS = Number(process.env.KILLS ?? 200);
const SEED = Number(process.env.SEED ?? 20_261_130);

const { faults, kills, tasks, calls } = await killedRuns("compiled", KILLS, SEED);
process.stdout.write(
  `${faults.length === 0 ? "ok  " : "FAIL"} x-implement-task: ${kills} kills, ${tasks} tasks, ${calls} calls (seed ${SEED})\n`,
);
for (const fault of faults) process.stdout.write(`       ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
