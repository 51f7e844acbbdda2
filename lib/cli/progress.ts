/** Progress on stderr: one line that is written over on a terminal, plain lines elsewhere. Never fails a run, never reaches stdout. */
import { escapeLine } from "./escape.ts";
import type { Host } from "./host.ts";

export interface Progress {
  /** What is going on now; the same text again is not repeated. */
  show(text: string): void;
  /** There is one line that is written over, so that it may show every second. */
  readonly isLive: boolean;
  /** Takes the line off the terminal, before other lines are written and at the end. */
  end(): void;
}

const CLEAR = "\r\u001b[K";
/** Without automatic wrapping: a longer text is cut at the edge, and the line stays one. */
const NO_WRAP = "\u001b[?7l";
const WRAP = "\u001b[?7h";

export interface ProgressStreams {
  readonly host: Pick<Host, "err" | "isTerminal" | "env">;
  /** One line on stderr. */
  note(text: string): void;
}

/** Asks for the terminal once, so call it only where there is something to wait for. */
export function openProgress({ host, note }: ProgressStreams): Progress {
  const updates = host.env.TERM !== "dumb" && host.isTerminal(2);
  let shown: string | undefined;
  const write = (text: string) => {
    try {
      host.err(text);
    } catch {
      // Nobody is there to see it; what matters is checked where it is written.
    }
  };
  return {
    isLive: updates,
    show(text) {
      if (text === shown) return;
      shown = text;
      if (updates) write(`${CLEAR}${NO_WRAP}${escapeLine(text)}${WRAP}`);
      else note(text);
    },
    end() {
      if (updates && shown !== undefined) write(CLEAR);
      shown = undefined;
    },
  };
}
