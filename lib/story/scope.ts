/** How large a story is: by its tasks, raised by what its text mentions. */
import { excerpt } from "./excerpt.ts";

type Scope = "SIMPLE" | "STANDARD" | "COMPLEX";

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
  const complex: string[] = [];
  const lower = text.toLowerCase();
  if (lower.includes("compliance")) complex.push(...complianceReasons(text));
  if (lower.includes("table") || lower.includes("column")) complex.push(...ddlReasons(text));
  const standard = endpointReasons(text);
  const byTasks = scopeOfTasks(taskCount);
  const scope = complex.length > 0 ? "COMPLEX" : standard.length > 0 && byTasks === "SIMPLE" ? "STANDARD" : byTasks;
  return { scope, reasons: [...complex, ...standard] };
}

function scopeOfTasks(count: number): Scope {
  for (const [atLeast, scope] of BY_TASKS) if (count >= atLeast) return scope;
  throw new RangeError(`Cannot tell the scope of ${count} tasks`);
}

function complianceReasons(text: string): string[] {
  COMPLIANCE.lastIndex = 0;
  for (let match = COMPLIANCE.exec(text); match !== null; match = COMPLIANCE.exec(text)) {
    const [value] = match[1]!.split("#", 1);
    const plain = value!.replace(/[*"'`]/g, "").trim();
    if (plain !== "" && plain.toLowerCase() !== "none") return [`compliance is '${excerpt(plain)}': COMPLEX`];
  }
  return [];
}

function ddlReasons(text: string): string[] {
  const match = DDL.exec(text);
  return match === null ? [] : [`text has ${match[0].toUpperCase().replace(/\s+/, " ")}: COMPLEX`];
}

function endpointReasons(text: string): string[] {
  if (!text.includes(" /") && !text.includes("\t/")) return [];
  const endpoints = new Set<string>();
  ENDPOINT.lastIndex = 0;
  for (let match = ENDPOINT.exec(text); match !== null; match = ENDPOINT.exec(text)) {
    endpoints.add(`${match[1]} ${match[2]}`);
    if (endpoints.size === ENDPOINTS_FOR_STANDARD) return [`text has ${ENDPOINTS_FOR_STANDARD} or more REST endpoints: STANDARD`];
  }
  return [];
}
