/**
 * Purpose: replays the log of a soak run and says whether the state files hold what was acknowledged, nothing that was refused, and no halves.
 * Does not: use any code of the product, or know how the log came about; it takes records and gives faults in words.
 */
import { ChainBook } from "./chain-book.ts";
import { parseDocument, valueAt } from "./document.ts";
import { GateBook } from "./gate-book.ts";
import { LaneBook } from "./lane-book.ts";
import type { Begin, End, LogRecord, Quiet, Start, StateFile, Value } from "./records.ts";
import { Tally } from "./tally.ts";
import { changedBytes } from "./untouched-bytes.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface Checked {
  readonly tally: Tally;
  readonly calls: readonly { readonly begin: Begin; readonly end: End; readonly verdict: Verdict }[];
}

/** The books of one file. */
interface FileBooks {
  readonly file: StateFile;
  readonly lanes: ReadonlyMap<string, LaneBook>;
  readonly chain: ChainBook;
  readonly gates: GateBook;
}

/** Checks a whole log: one `start`, then what happened in its order, and a `quiet` look at each file. */
export function checkHistory([start, ...records]: readonly LogRecord[]): Checked {
  const tally = new Tally();
  const books = openBooks(start as Start, tally);
  const running = new Map<number, Begin>();
  /** Calls with which no other was at work in the same folder. */
  const alone = new Set<number>();
  const calls: { begin: Begin; end: End; verdict: Verdict }[] = [];
  for (const record of records) {
    if (record.at === "begin") {
      const others = [...running.values()].filter(({ file }) => file === record.file);
      for (const { op } of others) alone.delete(op);
      if (others.length === 0) alone.add(record.op);
      running.set(record.op, record);
      began(record, books.get(record.file)!);
    } else if (record.at === "end") {
      const begin = running.get(record.op)!;
      running.delete(record.op);
      const file = books.get(begin.file)!;
      const verdict = judge(begin, record, file.file, tally);
      if (verdict === "refused" && alone.has(begin.op)) leftNothing(begin, record, tally);
      ended(begin, record, verdict, file);
      calls.push({ begin, end: record, verdict });
    } else if (record.at === "seen") look(record.text, books.get(record.file)!, tally, "values seen");
    else if (record.at === "note") alone.clear();
    else if (record.at === "quiet") quiet(record, books.get(record.file)!, tally);
  }
  tally.check("calls ended", running.size === 0, () => `still running: op ${[...running.keys()].join(", ")}`);
  return { tally, calls };
}

function openBooks({ files, lanes }: Start, tally: Tally): ReadonlyMap<string, FileBooks> {
  return new Map(
    files.map((file) => {
      const own = lanes.filter((lane) => lane.file === file.name);
      const laneBooks = new Map(own.map((lane) => [lane.name, new LaneBook(lane, tally)]));
      return [file.name, { file, lanes: laneBooks, chain: new ChainBook(file, tally), gates: new GateBook(file, tally) }];
    }),
  );
}

function leftNothing({ op, action, temporary }: Begin, end: End, tally: Tally): void {
  const left = end.temporary.filter((name) => !temporary.includes(name));
  tally.check("temporary files", left.length === 0, () => `op ${op} (${action}) was refused with ${end.code} and left ${left.join(", ")}`);
}

function began({ op, claim }: Begin, { lanes }: FileBooks): void {
  if (claim.kind === "lane") lanes.get(claim.lane)!.begin(op, claim.values);
  if (claim.kind === "read") lanes.get(claim.lane)!.beginRead(op);
}

function ended(begin: Begin, end: End, verdict: Verdict, { lanes, chain, gates }: FileBooks): void {
  const { op, claim } = begin;
  if (claim.kind === "lane") lanes.get(claim.lane)!.end(begin, end, verdict);
  if (claim.kind === "chain") chain.end({ op, from: claim.from, to: claim.to, verdict }, end.stdout);
  if (claim.kind === "gate") gates.end(claim, verdict, end);
  if (claim.kind === "read") lanes.get(claim.lane)!.endRead(op, valueRead(claim.from, end));
}

/** What a reader answered; undefined when it gave no answer. */
function valueRead(from: "previousValue" | "lastCommitSha" | "blocker", { code, stdout, stderr }: End): Value | undefined {
  if (from === "blocker") return code === 2 ? (/^Blocker \S+ is (\S+)$/m.exec(stderr)?.[1] ?? null) : undefined;
  return code === 0 ? valueAt(parseDocument(stdout), [from]) : undefined;
}

function look(text: string, { file, lanes, chain, gates }: FileBooks, tally: Tally, kind: string): void {
  const document = parseDocument(text);
  const isWhole = tally.check(
    "whole documents",
    document !== undefined,
    () => `${file.name} is no JSON document, ${text.length} characters long`,
  );
  if (!isWhole) return;
  for (const lane of lanes.values()) lane.look(document, kind);
  chain.look(document);
  gates.look(document);
}

function quiet({ text, names, processes }: Quiet, books: FileBooks, tally: Tally): void {
  const { file, chain, gates } = books;
  look(text, books, tally, "values at the end");
  chain.finish();
  gates.finish();
  const changed = changedBytes(file.parts, text);
  tally.check("untouched bytes", changed === undefined, () => `${file.name}: ${changed}`);
  const left = names.filter((name) => !file.kept.includes(name));
  tally.check("files left", left.length === 0, () => `${file.name}: ${left.join(", ")}`);
  tally.check("processes left", processes.length === 0, () => `${file.name}: ${processes.join(", ")}`);
}
