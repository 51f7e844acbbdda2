/** 200 random sequences of create, remove, cleanup and kill: the list, git and the disk agree after each, and no work is lost. */
import { playSequence } from "../flows/worktree-sequence.ts";

const SEQUENCES = Number(process.env.SEQUENCES ?? 200);
const STEPS = 8;
const SEED = Number(process.env.SEED ?? 1000);

let failed = 0;
for (let i = 0; i < SEQUENCES; i++) {
  const faults = await playSequence(SEED + i, STEPS);
  for (const fault of faults) process.stdout.write(`FAIL seed ${SEED + i}: ${fault}\n`);
  if (faults.length > 0) failed++;
}
process.stdout.write(`worktrees: ${SEQUENCES} sequences of ${STEPS} calls, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
