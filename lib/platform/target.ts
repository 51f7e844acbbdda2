/** Set by the build (`--define`): a musl build cannot tell at run time that it is one. */
declare const X_SKILLS_TARGET: string | undefined;

/** Whether this is a compiled binary; the build then drops the code for the other case. */
export const isStandalone = typeof X_SKILLS_TARGET === "string";

/** `linux-x64`, `darwin-arm64`, `linux-x64-musl`: what this program was built for, or runs on. */
export function target(): string {
  return typeof X_SKILLS_TARGET === "string" ? X_SKILLS_TARGET : `${process.platform}-${process.arch}`;
}
