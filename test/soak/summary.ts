/** What all rounds together did, as a plain table. */
import type { Round } from "./run-round.ts";

interface Row {
  runs: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  slowestMs: number;
}

export class Summary {
  rounds = 0;
  readonly faults: string[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #codes = new Map<string, Map<string, number>>();
  readonly #signals = new Map<string, number>();
  readonly #notes = new Map<string, number>();
  readonly #checks = new Map<string, number>();

  add(round: Round, seed: number): void {
    this.rounds++;
    const { calls, tally } = round.checked;
    for (const { begin, end, verdict } of calls) {
      const row = this.#row(begin.action);
      row.runs++;
      row[verdict]++;
      row.slowestMs = Math.max(row.slowestMs, end.ms - end.stoppedMs);
      const codes = this.#codes.get(begin.program) ?? new Map<string, number>();
      this.#codes.set(begin.program, codes);
      count(codes, String(end.code ?? end.signal));
      if (end.sent !== null) count(this.#signals, `${end.sent} sent, ${end.code === null ? "died of it" : `exit ${end.code}`}`);
    }
    for (const record of round.records) {
      if (record.at === "note") count(this.#notes, record.what);
      if (record.at === "seen") this.#row("plain read").runs++;
    }
    for (const [kind, times] of tally.checks) count(this.#checks, kind, times);
    const kept = round.keptIn === undefined ? "" : `; kept in ${round.keptIn}`;
    this.faults.push(...tally.faults.map((fault) => `seed ${seed}${kept}: ${fault}`));
  }

  #row(action: string): Row {
    const row = this.#rows.get(action) ?? { runs: 0, acknowledged: 0, refused: 0, unknown: 0, slowestMs: 0 };
    this.#rows.set(action, row);
    return row;
  }

  lines(): string[] {
    const cells = (...values: (string | number)[]) => values.map((value) => String(value).padStart(12)).join("");
    const rows = sorted(this.#rows).map(
      ([action, { runs, acknowledged, refused, unknown, slowestMs }]) =>
        `${action.padEnd(18)}${cells(runs, acknowledged, refused, unknown, Math.round(slowestMs))}`,
    );
    return [
      `${"action".padEnd(18)}${cells("calls", "answered", "refused", "killed", "slowest ms")}`,
      ...rows,
      "",
      ...sorted(this.#codes).map(([program, codes]) => `${program}: ${list(codes)}`),
      `signals: ${list(this.#signals)}`,
      `around them: ${list(this.#notes)}`,
      `checks: ${list(this.#checks)}`,
      `checks in all: ${[...this.#checks.values()].reduce((sum, times) => sum + times, 0)}`,
    ];
  }
}

function count(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function list(counts: ReadonlyMap<string, number>): string {
  return (
    sorted(counts)
      .map(([key, times]) => `${key} ${times}`)
      .join(", ") || "none"
  );
}
