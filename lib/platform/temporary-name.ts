/** Names of the files that a write is in for a moment: `.<file>.<16 hexadecimal digits>.tmp` beside the file (spec page 1). */

const DIGITS = 16;
const ENDING = new RegExp(`^[0-9a-f]{${DIGITS}}\\.tmp$`);
const PATH = new RegExp(`(?:^|/)\\.[^/]+\\.[0-9a-f]{${DIGITS}}\\.tmp$`);

/** All of them, in any folder, as a pattern for git. */
export const TEMPORARY_FILES = `**/.*.${"[0-9a-f]".repeat(DIGITS)}.tmp`;

/** A name for the next write of the file `name`. Names only have to differ: O_EXCL decides, and `crypto` would cost start-up time. */
export function temporaryName(name: string): string {
  const half = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(DIGITS / 2, "0");
  return `.${name}.${half()}${half()}.tmp`;
}

/** Whether `entry` is such a name for the file `name`. */
export function isTemporaryName(entry: string, name: string): boolean {
  return entry.startsWith(`.${name}.`) && ENDING.test(entry.slice(name.length + 2));
}

/** Whether `path` ends in such a name, of whatever file. */
export function isTemporaryPath(path: string): boolean {
  return PATH.test(path);
}
