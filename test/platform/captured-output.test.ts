import { expect, test } from "bun:test";
import { OutputBuffer } from "../../lib/platform/captured-output.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function captured(keepBytes: number, ...chunks: string[]) {
  const buffer = new OutputBuffer(keepBytes);
  for (const chunk of chunks) buffer.add(bytes(chunk));
  return buffer.captured();
}

test.each([
  ["nothing", 10, [], "", 0],
  ["all of it", 10, ["abc", "def"], "abcdef", 0],
  ["exactly the limit", 6, ["abc", "def"], "abcdef", 0],
  ["one byte more", 6, ["abcd", "efg"], "abc\n[... 1 bytes left out ...]\nefg", 1],
  ["one long chunk", 4, ["abcdefgh"], "ab\n[... 4 bytes left out ...]\ngh", 4],
  ["nothing kept", 0, ["abc"], "\n[... 3 bytes left out ...]\n", 3],
  ["half a character at the end", 10, ["\u00e9"], "\u00e9", 0],
])("%s", (_, keepBytes, chunks, text, dropped) => {
  expect(captured(keepBytes, ...chunks)).toMatchObject({ text, dropped, length: chunks.join("").length + (text === "\u00e9" ? 1 : 0) });
});

test("a character that comes in two chunks is read whole, an invalid byte is replaced", () => {
  const buffer = new OutputBuffer(10);
  for (const byte of [0xc3, 0xa9, 0xff]) buffer.add(Uint8Array.of(byte));
  expect(buffer.captured()).toMatchObject({ text: "\u00e9\ufffd", dropped: 0, bytes: Uint8Array.of(0xc3, 0xa9, 0xff) });
});

test("any way of cutting the output into chunks gives the same", () => {
  const text = Array.from({ length: 500 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
  const whole = captured(100, text);
  for (const size of [1, 7, 50, 51, 99, 100, 101, 499]) {
    const chunks = Array.from({ length: Math.ceil(500 / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
    expect(captured(100, ...chunks)).toEqual(whole);
  }
});
