/** How large a story is: by its tasks, raised by what its text mentions. */

export type Scope = "SIMPLE" | "STANDARD" | "COMPLEX";

export interface ScopeVerdict {
  readonly scope: Scope;
  /** One for each thing in the text that asks for a larger scope than SIMPLE, whether or not the tasks already give it. */
  readonly reasons: readonly string[];
}

const BY_TASKS: readonly (readonly [atLeast: number, scope: Scope])[] = [
  [8, "COMPLEX"],
  [5, "STANDARD"],
  [0, "SIMPLE"],
];
const ENDPOINTS_FOR_STANDARD = 3;

const COMPLIANCE = /^[ \t]*(?:[-*][ \t]+)?\**compliance\**:\**([^\n]*)/gim;
const DDL = /(?:ALTER|CREATE|DROP)\s+TABLE|ADD\s+COLUMN/i;
const ENDPOINT = /\b(GET|POST|PUT|DELETE|PATCH)[ \t]+(\/[^\s"'`|,)]*)/g;

/** Looks at the whole text, code included; never lowers what the tasks give. */
export function assessScope(text: string, taskCount: number): ScopeVerdict {
  const byTasks = BY_TASKS.find(([atLeast]) => taskCount >= atLeast)![1];
  const complex = [...complianceReasons(text), ...ddlReasons(text)];
  const standard = endpointReasons(text);
  const scope = complex.length > 0 ? "COMPLEX" : standard.length > 0 && byTasks === "SIMPLE" ? "STANDARD" : byTasks;
  return { scope, reasons: [...complex.map((what) => `${what}: COMPLEX`), ...standard.map((what) => `${what}: STANDARD`)] };
}

function complianceReasons(text: string): string[] {
  for (const [, rest] of text.matchAll(COMPLIANCE)) {
    const value = rest!
      .split("#", 1)[0]!
      .replace(/[*"'`]/g, "")
      .trim();
    if (value !== "" && value.toLowerCase() !== "none") return [`compliance is '${value.slice(0, 40)}'`];
  }
  return [];
}

function ddlReasons(text: string): string[] {
  const match = DDL.exec(text);
  return match === null ? [] : [`text has ${match[0].toUpperCase().replace(/\s+/, " ")}`];
}

function endpointReasons(text: string): string[] {
  const endpoints = new Set<string>();
  for (const [, verb, path] of text.matchAll(ENDPOINT)) {
    endpoints.add(`${verb} ${path}`);
    if (endpoints.size === ENDPOINTS_FOR_STANDARD) return [`${ENDPOINTS_FOR_STANDARD} or more REST endpoints`];
  }
  return [];
}
