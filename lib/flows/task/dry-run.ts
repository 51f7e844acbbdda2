import { UsageError } from "../../errors.ts";
export async function dryRun(..._all: unknown[]): Promise<never> {
  throw new UsageError("not there yet");
}
