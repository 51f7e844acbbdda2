/** What a runtime's opener of libc offers (`libc-bun.ts`, `libc-deno.ts`). */
export interface Libc {
  /** Returns 0, or the errno (a positive number). */
  flock(fd: number, operation: number): number;
  /** Returns the number of bytes taken, or the negated errno. Only where the runtime's own writing does not do. */
  readonly write?: (fd: number, bytes: Uint8Array) => number;
}
