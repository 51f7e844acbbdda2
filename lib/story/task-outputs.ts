/** The outputs that a task declares (its Outputs section), as far as a program can check them. */
import { type Outline, type Range, visible } from "./outline.ts";
import { plainLines } from "./task-lines.ts";

/** One thing that has to be true afterwards. */
export type OutputCheck =
  | { readonly kind: "file"; readonly path: string }
  /** Each string stands somewhere in the files that are there. */
  | { readonly kind: "text"; readonly strings: readonly string[] }
  | { readonly kind: "test"; readonly name: string }
  | { readonly kind: "build" };

export interface DeclaredOutput {
  readonly text: string;
  /** Empty for prose, which only a person can check. */
  readonly checks: readonly OutputCheck[];
}

const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?(.+)$/;
const CODE = /`([^`]+)`/g;
const COMMAND =
  /^(?:ls|cat|grep|rg|awk|sed|test|find|wc|head|tail|diff|git|curl|jq|make|mvn|gradle|\.?\/?gradlew|npm|npx|pnpm|yarn|bun|deno|node|go|cargo|pytest|python3?|javac?|dotnet)\b(?: |$)/;
const BUILD = /\b(?:build|compile[sd]?|compila(?:r|do|ndo)?|compilation)\b/i;
const GREEN = /\b(?:green|verde|passes|passa|succeeds|ok|sem erros|without errors|clean)\b/i;
const PATH = /^(?:\.{0,2}\/)?[\w@.~+-]+(?:\/[\w@.~+()[\]-]+)*\.[A-Za-z][A-Za-z0-9]{0,9}$/;
/** Known extensions tell `Greeter.java` from `Greeter.greet`. */
const EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|java|kts?|py|go|rs|rb|php|cs|swift|scala|sql|sh|md|json|ya?ml|toml|xml|html?|s?css|properties|proto|graphql|txt|csv|gradle|feature|tf)$/i;
const SYMBOL = /^(?:[A-Za-z_$][\w$]*(?:::|[.#]))*[A-Za-z_$][\w$]*(?:\([^()]*\))?$/;
const TEST_WORD = /\b(?:tests?|testes?|spec|passes|passa|passam|passing|verde|green)\b/i;
/** A class, function or test that is named without code marks. */
const NAMED =
  /\b(?:class|classe|interface|method|m[ée]todo|function|fun[çc][ãa]o|enum|record|struct|trait|type)[ \t]+([A-Za-z_$][\w$.]*)/gi;

/** The list items of the section in order; a list without bullets is one item a line. */
export function readOutputs(outline: Outline, section: Range | undefined): readonly DeclaredOutput[] {
  if (section === undefined) return [];
  const lines = [...plainLines(outline, section)].map(({ text }) => visible(text)).filter((line) => line.trim() !== "");
  const bullets = lines.flatMap((line) => BULLET.exec(line)?.[1]?.trim() ?? []);
  const items = bullets.length > 0 ? bullets : lines.map((line) => line.trim());
  return items.filter((text) => !isNothing(text)).map((text) => ({ text, checks: checksIn(text) }));
}

function checksIn(text: string): readonly OutputCheck[] {
  const spans = [...text.matchAll(CODE)].map((match) => match[1]!.trim());
  const checks = spans.flatMap((span) => checkOf(span, text));
  if (checks.length === 0) checks.push(...named(text), ...bareWords(text));
  const isBuild = BUILD.test(text) && GREEN.test(text) && !checks.some(({ kind }) => kind !== "build");
  return isBuild ? [{ kind: "build" }] : checks;
}

function checkOf(span: string, text: string): readonly OutputCheck[] {
  if (COMMAND.test(span)) return [];
  if (PATH.test(span) && EXTENSIONS.test(span)) return [{ kind: "file", path: span.replace(/^\.\//, "") }];
  if (!SYMBOL.test(span)) return [];
  const parts = span.replace(/\(.*\)$/, "").split(/::|[.#]/);
  if (parts.length === 1 && parts[0]!.length < 3) return [];
  const isTest = TEST_WORD.test(text.replaceAll(CODE, "")) && (/test|spec/i.test(parts[0]!) || parts.at(-1)!.includes("_"));
  if (isTest) return [{ kind: "test", name: parts.at(-1)! }];
  return [{ kind: "text", strings: parts }];
}

function named(text: string): readonly OutputCheck[] {
  return [...text.matchAll(NAMED)].map((match) => ({ kind: "text", strings: match[1]!.split(".").filter((part) => part !== "") }));
}

/** Paths and dotted names need no code marks to be recognised. */
function bareWords(text: string): readonly OutputCheck[] {
  return text.split(/[\s,;]+/).flatMap((word): OutputCheck[] => {
    const bare = word.replace(/^["'(]+|["').:]+$/g, "");
    if (PATH.test(bare) && EXTENSIONS.test(bare) && (bare.includes("/") || /\bexist/i.test(text))) return [{ kind: "file", path: bare }];
    return [];
  });
}

function isNothing(text: string): boolean {
  return ["—", "–", "-", "--", "n/a", "none", "nenhum", "nenhuma"].includes(text.toLowerCase());
}
