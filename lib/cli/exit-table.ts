import type { Contract } from "./contract.ts";
import { COMMON, type ExitRow } from "./exit.ts";

export interface TableRow {
  readonly code: string;
  readonly name: string;
  /** One line: when it happens, or the message where that says it. */
  readonly when: string;
}

/** The whole exit table of a skill, common rows included, in numeric order. */
export function exitTable(contract: Pick<Contract, "exits" | "internalErrorCode">): readonly TableRow[] {
  const common: Record<string, ExitRow> = { ...COMMON };
  if (contract.internalErrorCode !== undefined) common.SOFTWARE = { ...COMMON.SOFTWARE, code: contract.internalErrorCode };
  const own = Object.entries(contract.exits);
  const rows = [...own, ...Object.entries(common).filter(([name]) => !Object.hasOwn(contract.exits, name))];
  const sorted = rows.map(([name, row]) => ({ ...row, name })).sort((a, b) => a.code - b.code);
  return [
    { code: "0", name: "SUCCESS", when: "done" },
    ...sorted.map(({ code, name, when, message }) => ({ code: String(code), name, when: when ?? message })),
    { code: "129-143", name: "SIGNAL", when: "ended by HUP, INT or TERM, after cleaning up" },
  ];
}
