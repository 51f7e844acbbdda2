/** A JSON value in which text may be `$re:PATTERN` (the whole text must match) or hold `$CWD`. */
export type Pattern = string | number | boolean | null | readonly Pattern[] | { readonly [key: string]: Pattern };

/** What differs between lines of JSON and their patterns, as sentences; none when they agree. Key order counts. */
export function matchJson(text: string, patterns: readonly Pattern[], cwd: string): readonly string[] {
  if (!text.endsWith("\n")) return [`stdout does not end with a line break: ${JSON.stringify(text)}`];
  const lines = text.slice(0, -1).split("\n");
  if (lines.length !== patterns.length) return [`${lines.length} lines, expected ${patterns.length}: ${text}`];
  return lines.flatMap((line, i) => differences(JSON.parse(line), patterns[i]!, cwd, lines.length > 1 ? `line ${i + 1}` : "$"));
}

function differences(got: unknown, want: Pattern, cwd: string, at: string): readonly string[] {
  if (typeof want === "string") return textDiffers(got, want.replaceAll("$CWD", cwd), at);
  if (typeof want !== "object" || want === null) return got === want ? [] : [`${at}: ${show(got)}, expected ${show(want)}`];
  if (typeof got !== "object" || got === null || Array.isArray(got) !== Array.isArray(want)) {
    return [`${at}: ${show(got)}, expected ${show(want)}`];
  }
  const keys = Object.keys(got);
  const expected = Object.keys(want);
  if (show(keys) !== show(expected)) {
    return [`${at}: ${Array.isArray(got) ? show(got) : `keys ${show(keys)}`}, expected ${show(Array.isArray(want) ? want : expected)}`];
  }
  return expected.flatMap((key) => differences(got[key as never], (want as Record<string, Pattern>)[key]!, cwd, `${at}.${key}`));
}

function textDiffers(got: unknown, want: string, at: string): readonly string[] {
  const matches = want.startsWith("$re:") && typeof got === "string" ? new RegExp(`^(?:${want.slice(4)})$`, "u").test(got) : got === want;
  return matches ? [] : [`${at}: ${show(got)}, expected ${show(want)}`];
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
