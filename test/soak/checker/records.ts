/** What the log of a soak run holds: one record a line. The driver writes it, the checker reads it; neither knows the product's code. */

/** A field's text; null where the member is absent. */
export type Value = string | null;
/** The keys from the top of the document to a value. */
export type Place = readonly string[];

/** Text of a state file that nobody may change, or a hole that writers fill, with what it holds at the start. */
export type Part = string | { readonly hole: "text" | "extra" | "gates"; readonly start: string };

/** Places that one owner writes together, one call at a time: so that their values are known at every moment. */
export interface Lane {
  readonly name: string;
  readonly file: string;
  readonly places: readonly Place[];
  readonly start: readonly Value[];
}

export interface StateFile {
  readonly name: string;
  readonly parts: readonly Part[];
  /** A field that everybody changes with `--expect`. */
  readonly chain: { readonly place: Place; readonly start: string };
  /** What may be in its folder when all is quiet. */
  readonly kept: readonly string[];
  /** It lies on a disk that is filled now and then: a write may be refused with 4. */
  readonly canBeFull: boolean;
}

/** What a call says it will do to the file, or read from it. */
export type Claim =
  | { readonly kind: "lane"; readonly lane: string; readonly values: readonly Value[]; readonly invalid?: true }
  | { readonly kind: "chain"; readonly from: string; readonly to: string }
  | { readonly kind: "gate"; readonly id: string; readonly phase: string }
  | { readonly kind: "read"; readonly lane: string; readonly from: "previousValue" | "lastCommitSha" | "blocker" }
  | { readonly kind: "none" };

/** The first record: what is there before anybody starts. */
export interface Start {
  readonly at: "start";
  readonly files: readonly StateFile[];
  readonly lanes: readonly Lane[];
}

/** Written, and on the disk, before the program is started. */
export interface Begin {
  readonly at: "begin";
  readonly op: number;
  readonly file: string;
  /** For the table. */
  readonly action: string;
  readonly program: string;
  /** On which runtime and with which clock; for those who look for the cause of a fault. */
  readonly how: readonly string[];
  readonly claim: Claim;
  /** Its `--lock-timeout`. */
  readonly lockTimeoutMs: number;
  /** Temporary files in the folder at that moment. */
  readonly temporary: readonly string[];
}

/** Written when the program has ended and nothing of it runs any more. */
export interface End {
  readonly at: "end";
  readonly op: number;
  readonly code: number | null;
  readonly signal: string | null;
  /** The signal that the driver sent, if any. */
  readonly sent: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** How long the driver kept it stopped. */
  readonly stoppedMs: number;
  readonly temporary: readonly string[];
}

/** The whole file as a plain reader got it at that place in the log. */
interface Seen {
  readonly at: "seen";
  readonly file: string;
  readonly text: string;
}

/** What the driver did to the surroundings; for the table. */
interface Note {
  readonly at: "note";
  readonly what: string;
}

/** The last look at a file, after everybody has ended. */
export interface Quiet {
  readonly at: "quiet";
  readonly file: string;
  readonly text: string;
  readonly names: readonly string[];
  /** Programs that still run in the folder. */
  readonly processes: readonly string[];
}

export type LogRecord = Start | Begin | End | Seen | Note | Quiet;

/** The records of a log's text. */
export function parseLog(text: string): LogRecord[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogRecord);
}
