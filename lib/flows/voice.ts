/** How a flow talks to people while it works; what it says decides nothing. */
export interface Voice {
  /** What is worth knowing and stops nothing. */
  warn(text: string): void;
  /** What is going on now. */
  note(text: string): void;
}
