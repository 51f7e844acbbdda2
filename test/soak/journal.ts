/** The log of a round: each record is on the disk before the call goes on. */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { LogRecord } from "./checker/records.ts";

export class Journal implements Disposable {
  readonly #fd: number;
  readonly #onCall: () => void;
  #ops = 0;

  constructor(path: string, onCall: () => void) {
    this.#fd = openSync(path, "a");
    this.#onCall = onCall;
  }

  append(record: LogRecord): void {
    writeSync(this.#fd, `${JSON.stringify(record)}\n`);
    fsyncSync(this.#fd);
  }

  /** The number of the next call. */
  nextOp(): number {
    this.#onCall();
    return ++this.#ops;
  }

  note(what: string): void {
    this.append({ at: "note", what });
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}
