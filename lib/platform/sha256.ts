import { isDeno } from "./runtime.ts";

/** SHA-256 of the text as UTF-8, as 64 lower-case hex digits. */
export async function sha256(text: string): Promise<string> {
  const { hash } = isDeno ? await import("./sha256-deno.ts") : await import("./sha256-bun.ts");
  return hash(text);
}
