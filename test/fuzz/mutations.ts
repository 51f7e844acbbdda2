/** Changes of texts and bytes as accidents and hostile hands make them, all from one seeded source. */

export type Random = () => number;

/** They matter to no format and to every reader. */
const ODD: readonly string[] = [
  "\ufeff",
  "\u0000",
  "\u0007",
  "\u001b[2J",
  "\u007f",
  "\u0085",
  "\u2028",
  "\u202e",
  "\u0301",
  "\ud800",
  "😀",
  "…",
  "\r",
  "\t",
  " ",
  "'",
  '"',
  "\\",
  "__proto__",
  "constructor",
  "-1",
  "1e999",
  "9007199254740993",
  "99999999999999999999999999",
  "0x10",
  "%s",
  "../..",
];

/** No UTF-8: a lone byte, an overlong slash, a surrogate, a code point beyond the last, a sequence that is cut off. */
const BAD_BYTES: readonly (readonly number[])[] = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]];

const LONGEST = 200_000;
const MOST_REPEATS = 5_000;
const MOST_CHANGES = 8;

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** A whole number from 0 on, below `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** Up to eight changes of a good text, then its bytes; now and then they are no UTF-8. `fragments` are words that mean something in it. */
export function mutatedText(random: Random, good: string, fragments: readonly string[]): Uint8Array {
  let text = good;
  for (let changes = below(random, MOST_CHANGES); changes > 0; changes--) text = changedText(random, text, fragments);
  return changedBytes(random, new TextEncoder().encode(text));
}

/** One change: something put in, cut out, repeated, moved or spelled another way. */
export function changedText(random: Random, text: string, fragments: readonly string[]): string {
  const lines = text.split("\n");
  const line = below(random, lines.length);
  const at = below(random, text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const fragment = random() < 0.25 ? pick(random, ODD) : pick(random, fragments);
  const kinds: readonly (() => string)[] = [
    () => before + fragment + after,
    () => before + after.slice(below(random, 20)),
    () => before + after.slice(0, below(random, 40)) + after,
    () => before,
    () => before + fragment + after.slice(fragment.length),
    () => lines.toSpliced(line, 1).join("\n"),
    () => lines.toSpliced(line, 0, fragment).join("\n"),
    () => lines.toSpliced(line, 0, ...lines.slice(line, line + 1 + below(random, 10))).join("\n"),
    () => lines.toSorted(() => random() - 0.5).join("\n"),
    () => before + fragment.repeat(repeats(random)) + after,
    () => text.replaceAll("\n", pick(random, ["\r\n", "\r", "\n\n", " "])),
    () => text.replace(/["']/g, (quote) => (random() < 0.9 ? quote : quote === '"' ? "'" : '"')),
    () => text.replace(/\d+/g, (number) => (random() < 0.9 ? number : pick(random, ODD.slice(-8)))),
    () => text + text,
  ];
  return pick(random, kinds)().slice(0, LONGEST);
}

/** Mostly a few; one in ten may be very long, which shows what is not linear. */
function repeats(random: Random): number {
  return random() < 0.1 ? below(random, MOST_REPEATS) : below(random, 20);
}

/** Mostly the bytes as they are: a flipped bit, a cut, something that is no UTF-8, another encoding. */
export function changedBytes(random: Random, bytes: Uint8Array): Uint8Array {
  if (random() >= 0.06 || bytes.length === 0) return bytes;
  const at = below(random, bytes.length);
  const kinds: readonly (() => Uint8Array)[] = [
    () => bytes.map((byte, i) => (i === at ? byte ^ (1 << below(random, 8)) : byte)),
    () => bytes.slice(0, at),
    () => Uint8Array.from([...bytes.subarray(0, at), ...pick(random, BAD_BYTES), ...bytes.subarray(at)]),
    () => new Uint8Array(Buffer.from(`\ufeff${Buffer.from(bytes).toString()}`, "utf16le")),
  ];
  return pick(random, kinds)();
}
