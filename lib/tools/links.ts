/** Checks the links between our own pages: `links.ts` names each that leads nowhere and fails. Other sites are not asked. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { ROOT } from "./skills.ts";

/** Every Markdown page of the checkout, relative to it. */
export function pages(root = ROOT): readonly string[] {
  return ["*.md", "docs/**/*.md", "compiled/*.md"].flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: root })]).sort();
}

/** The links of a page that lead nowhere, as written. */
export function brokenLinks(page: string, root = ROOT): readonly string[] {
  const path = join(root, page);
  return linksOf(readFileSync(path, "utf8")).filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), decodeURIComponent(file));
    if (!existsSync(target) || relative(root, target).startsWith("..")) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).includes(anchor);
  });
}

/** Targets of `[text](target)`, images and `[name]: target`, code left out. */
function linksOf(markdown: string): readonly string[] {
  const text = withoutCode(markdown).replace(/`[^`\n]*`/g, "");
  return [
    ...[...text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].map(([, target]) => target!),
    ...[...text.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)].map(([, target]) => target!),
  ];
}

/** What a heading can be linked by: lower case, words joined by hyphens, a number after the second of one name. */
function anchorsOf(markdown: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(markdown).matchAll(/^#{1,6}\s+(.*)$/gm)].map(([, heading]) => {
    const slug = heading!
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?^\1\s*$/gm, "");
}

if (import.meta.main) {
  for (const page of pages()) {
    for (const link of brokenLinks(page)) {
      console.error(`${page}: ${link} leads nowhere`);
      process.exitCode = 1;
    }
  }
}
