/** Matches repository paths with globs: `**` over folders, `*` and `?` inside a name, `{a,b}`, `[ab]`. No regular expressions. */

const MOST_ALTERNATIVES = 256;

/** A function that tells whether a path matches any of the globs; linear in the path for each glob. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap((glob) => alternatives(glob.replace(/^\.\//, ""))).map((glob) => glob.split("/"));
  return (path) => {
    const parts = path.split("/");
    return patterns.some((pattern) => matchesParts(pattern, parts));
  };
}

/** Two pointers with one place to come back to: the last `**`. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  return walk(pattern.length, parts.length, {
    isStar: (p) => pattern[p] === "**",
    isMatch: (p, at) => matchesName(pattern[p]!, parts[at]!),
  });
}

/** The same inside one name, over characters; a name that begins with a dot is like any other. */
function matchesName(pattern: string, name: string): boolean {
  const tokens = tokensOf(pattern);
  return walk(tokens.length, name.length, {
    isStar: (p) => tokens[p] === "*",
    isMatch: (p, at) => tokens[p] === "?" || tokens[p] === name[at] || (tokens[p]!.length > 1 && isInSet(tokens[p]!, name[at]!)),
  });
}

interface Rules {
  isStar(pattern: number): boolean;
  isMatch(pattern: number, at: number): boolean;
}

function walk(patternLength: number, length: number, { isStar, isMatch }: Rules): boolean {
  let p = 0;
  let at = 0;
  let star = -1;
  let back = 0;
  while (at < length) {
    if (p < patternLength && isStar(p)) {
      star = p++;
      back = at;
    } else if (p < patternLength && isMatch(p, at)) {
      p++;
      at++;
    } else if (star >= 0) {
      p = star + 1;
      at = ++back;
    } else return false;
  }
  while (p < patternLength && isStar(p)) p++;
  return p === patternLength;
}

/** A set `[…]` is one token; a bracket without an end stands for itself. */
function tokensOf(pattern: string): readonly string[] {
  const tokens: string[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const end = pattern[i] === "[" ? pattern.indexOf("]", i + 2) : -1;
    tokens.push(end < 0 ? pattern[i]! : pattern.slice(i, end + 1));
    if (end >= 0) i = end;
  }
  return tokens;
}

function isInSet(set: string, character: string): boolean {
  const isNegated = set[1] === "!" || set[1] === "^";
  const inside = set.slice(isNegated ? 2 : 1, -1);
  for (let i = 0; i < inside.length; i++) {
    const isRange = inside[i + 1] === "-" && i + 2 < inside.length;
    if (isRange ? character >= inside[i]! && character <= inside[i + 2]! : character === inside[i]) return !isNegated;
    if (isRange) i += 2;
  }
  return isNegated;
}

/** `a.{test,spec}.*` as two globs, nested braces too; braces without an end stand for themselves. */
function alternatives(glob: string): readonly string[] {
  const done: string[] = [];
  const waiting = [glob];
  while (waiting.length > 0 && done.length < MOST_ALTERNATIVES) {
    const next = waiting.pop()!;
    const close = next.indexOf("}");
    const open = close < 0 ? -1 : next.lastIndexOf("{", close);
    if (open < 0) done.push(next);
    else for (const choice of next.slice(open + 1, close).split(",")) waiting.push(next.slice(0, open) + choice + next.slice(close + 1));
  }
  return done;
}
