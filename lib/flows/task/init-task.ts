import { UsageError } from "../../errors.ts";
export async function initTask(..._all: unknown[]): Promise<never> {
  throw new UsageError("not there yet");
}
