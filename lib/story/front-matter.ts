/** The block between two `---` at the top of a file, as far as it is `key: value` and lists. */
export type FrontMatter = ReadonlyMap<string, readonly string[]>;

const KEY = /^([A-Za-z][\w-]*)[ \t]*:(.*)$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;

/** Reads the block; empty when there is none. A single value is a list of one; `[a, b]` and `- a` lines are lists. */
export function readFrontMatter(source: string): FrontMatter {
  const lines = source.replace(/^\ufeff/, "").split(/\r?\n/);
  const end = lines[0]?.trimEnd() === "---" ? lines.findIndex((line, i) => i > 0 && line.trimEnd() === "---") : -1;
  const found = new Map<string, string[]>();
  let list: string[] | undefined;
  for (const line of lines.slice(1, Math.max(1, end))) {
    const item = ITEM.exec(line)?.[1];
    const key = KEY.exec(line);
    if (item !== undefined) list?.push(...values(item));
    else if (key !== null) {
      list = values(key[2]!);
      found.set(key[1]!.toLowerCase(), list);
    }
  }
  return found;
}

/** The first value of a key; undefined when absent, empty, `null` or `none`. */
export function firstValue(front: FrontMatter, key: string): string | undefined {
  return listValue(front, key)[0];
}

/** All values of a key; a comma separates too. */
export function listValue(front: FrontMatter, key: string): readonly string[] {
  const all = front.get(key.toLowerCase())?.flatMap((value) => value.split(",")) ?? [];
  return all.map((value) => value.trim()).filter((value) => !["", "null", "~", "none", "[]"].includes(value.toLowerCase()));
}

function values(text: string): string[] {
  const bare = text.replace(/(?:^|[ \t])#.*$/, "").trim();
  const inside = bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1).split(",") : [bare];
  return inside.map((value) => value.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((value) => value !== "");
}
