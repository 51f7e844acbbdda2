/** What a child printed, with its middle left out when it is long. */
export interface Captured {
  /** Read as UTF-8, invalid bytes replaced; a cut says how many bytes it leaves out. */
  readonly text: string;
  /** Bytes printed in all. */
  readonly length: number;
  /** Bytes left out of `text`; 0 means that it is whole. */
  readonly dropped: number;
  /** The bytes of `text`; whole when nothing was dropped. */
  readonly bytes: Uint8Array;
}

/** Collects output and keeps at most `keepBytes` of it: the first half of that, and the last. */
export class OutputBuffer {
  readonly #half: number;
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #tail: Uint8Array[] = [];
  #tailLength = 0;
  #length = 0;

  constructor(keepBytes: number) {
    this.#half = Math.ceil(keepBytes / 2);
  }

  /** Takes a chunk that nobody changes afterwards. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    const forHead = chunk.subarray(0, this.#half - this.#headLength);
    if (forHead.length > 0) this.#head.push(forHead);
    this.#headLength += forHead.length;
    const rest = chunk.subarray(forHead.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    if (this.#tailLength > 2 * this.#half + rest.length) this.#trim();
  }

  captured(): Captured {
    this.#trim();
    const dropped = this.#length - this.#headLength - this.#tailLength;
    const parts = dropped === 0 ? [...this.#head, ...this.#tail] : [...this.#head, notice(dropped), ...this.#tail];
    const bytes = joined(parts);
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), length: this.#length, dropped, bytes };
  }

  #trim(): void {
    if (this.#tailLength <= this.#half) return;
    const last = joined(this.#tail);
    this.#tail = [last.slice(last.length - this.#half)];
    this.#tailLength = this.#half;
  }
}

function notice(dropped: number): Uint8Array {
  return new TextEncoder().encode(`\n[... ${dropped} bytes left out ...]\n`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
