import { expect, test } from "bun:test";
import { InterruptedError } from "../../lib/errors.ts";
import { sleep } from "../../lib/platform/sleep.ts";

test("sleep ends in time, and at once when the signal is or becomes aborted", async () => {
  const interrupt = new AbortController();
  await sleep(1, interrupt.signal);
  const long = sleep(60_000, interrupt.signal);
  interrupt.abort(new InterruptedError(2));
  expect(await long.catch((error) => error)).toEqual(new InterruptedError(2));
  expect(await sleep(60_000, interrupt.signal).catch((error) => error)).toEqual(new InterruptedError(2));
});
