/** Whether this process is Deno; the only place that asks. Compiled binaries are Bun. */
export const isDeno = "Deno" in globalThis;

/** Runtime and version as `--version` prints them: `bun 1.4.5`, `deno 2.9.6`. */
export function runtimeVersion(): string {
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  return isDeno ? `deno ${versions.deno}` : `bun ${versions.bun}`;
}
