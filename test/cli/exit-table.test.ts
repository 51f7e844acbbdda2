import { expect, test } from "bun:test";
import { exitTable } from "../../lib/cli/exit-table.ts";

test("exitTable puts own and common rows in numeric order, signals last", () => {
  const rows = exitTable({
    exits: { GONE: { code: 1, message: "Gone: {path}" }, LATE: { code: 72, message: "Late", when: "it took too long" } },
  });
  expect(rows.map(({ code }) => code)).toEqual(["0", "1", "64", "65", "70", "72", "74", "75", "127", "129-143"]);
  expect(rows[1]).toEqual({ code: "1", name: "GONE", when: "Gone: {path}" });
  expect(rows[5]).toEqual({ code: "72", name: "LATE", when: "it took too long" });
});

test("a skill's own row replaces the common one of its name, and a bug may have another code", () => {
  const rows = exitTable({ exits: { IO: { code: 70, message: "Cannot read" } }, internalErrorCode: 71 });
  expect(rows.filter(({ name }) => name === "IO")).toEqual([{ code: "70", name: "IO", when: "Cannot read" }]);
  expect(rows.find(({ name }) => name === "SOFTWARE")?.code).toBe("71");
});
