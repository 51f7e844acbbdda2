/** `i_`: JSON that the standard leaves to the reader, or that is no state; what ours does is said here and held. */

/** A template with `@` for the status that is taken and kept to the byte, or the problem that is named. */
export type Defined = readonly [name: string, template: string, problem?: string];

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

export const DEFINED: readonly Defined[] = [
  ["i_byte-order-mark-first", '\ufeff{"status":@}'],
  ["i_byte-order-mark-and-line-breaks", '\ufeff{\r\n  "status": @\r\n}\r\n'],
  ["i_first-surrogate-alone-escaped", '{"a":"\\ud83d","status":@}'],
  ["i_second-surrogate-alone-escaped", '{"a":"\\ude00x","status":@}'],
  ["i_surrogates-in-the-wrong-order", '{"a":"\\ude00\\ud83d","status":@}'],
  ["i_surrogate-alone-in-a-key", '{"\\ud83d":0,"status":@}'],
  ["i_beyond-the-largest-double", '{"a":1e999,"status":@}'],
  ["i_minus-beyond-the-largest-double", '{"a":-1e999,"status":@}'],
  ["i_exponent-of-forty-digits", `{"a":1e${"9".repeat(40)},"status":@}`],
  ["i_integer-of-thousand-digits", `{"a":${"9".repeat(1_000)},"status":@}`],
  ["i_nested-a-thousand-deep", `{"a":${deep(1_000)},"status":@}`],
  ["i_array-at-the-top", '[{"status":1}]', "1:1: expected an object at the top"],
  ["i_text-at-the-top", '"status"', "1:1: expected an object at the top"],
  ["i_number-at-the-top", "612", "1:1: expected an object at the top"],
  ["i_null-at-the-top", "null", "1:1: expected an object at the top"],
  ["i_true-at-the-top", " true\n", "1:1: expected an object at the top"],
];
