/** A label's number is its own, also between whole ones: `Phase-3.7-ExitGate` is 3.7. */
const LABEL = /^Phase[- ](\d{1,3}(?:\.\d{1,9})?)(?:[- ].+)?$/;

/** The number in a phase label; undefined when it is no such label (spec page 4). Three digits are enough for any plan. */
export function phaseNumber(label: string): number | undefined {
  const digits = LABEL.exec(label)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
