/** The last paragraph of a commit message as git reads it: `Key: value` lines. Pure. */

export interface Trailer {
  readonly key: string;
  readonly value: string;
}

/** Letters, digits and hyphens: what `git interpret-trailers` takes as a key. */
export const TRAILER_KEY = /^[A-Za-z0-9][A-Za-z0-9-]*$/;

/** Who wrote a commit, in the form that the commit hooks look for. */
export function coAuthor(skill: string, sha: string): Trailer {
  return { key: "Co-Authored-By", value: `${skill}@${sha}` };
}

/** Joins header, body and trailers; the trailers are the last paragraph, whatever the body looks like. */
export function joinMessage(header: string, body: string, trailers: readonly Trailer[]): string {
  const block = trailers.map(({ key, value }) => `${key}: ${value}`).join("\n");
  return [header, tidy(body), block]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .concat("\n");
}

/** Lines that end the message for `git interpret-trailers`, `git am` or `git commit`: three hyphens, scissors. They are moved in by a space. */
const MESSAGE_END = /^(?:---(?=\s|$)|\S -+ >8 -+$)/;

function tidy(body: string): string {
  return body
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd().replace(MESSAGE_END, " $&"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
