/** Which npm package holds the runtime of a target, and what its archive must hash to. bun.lock is where both are pinned. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../skills.ts";

/** Targets as `make matrix` names them, and the packages that the runtime's own package depends on. */
export const RUNTIME_PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "@oven/bun-linux-x64",
  "linux-arm64": "@oven/bun-linux-aarch64",
  "linux-x64-musl": "@oven/bun-linux-x64-musl",
  "linux-arm64-musl": "@oven/bun-linux-aarch64-musl",
  "darwin-arm64": "@oven/bun-darwin-aarch64",
  "darwin-x64": "@oven/bun-darwin-x64",
};

export interface RuntimePackage {
  /** `@oven/bun-linux-x64@1.4.5` */
  readonly spec: string;
  /** Subresource integrity of the archive: `sha512-…`. */
  readonly integrity: string;
}

/** Throws for an unknown target, and for a package that bun.lock does not pin with a sha512. */
export function runtimePackage(target: string, lock = readFileSync(join(ROOT, "bun.lock"), "utf8")): RuntimePackage {
  const name = Object.hasOwn(RUNTIME_PACKAGES, target) ? RUNTIME_PACKAGES[target] : undefined;
  if (name === undefined) throw new Error(`Unknown target '${target}': expected one of ${Object.keys(RUNTIME_PACKAGES).join(", ")}`);
  // bun.lock is JSON with commas after the last members.
  const { packages } = JSON.parse(lock.replace(/,(\s*[}\]])/g, "$1"));
  const [spec, , , integrity] = packages[name] ?? [];
  if (typeof spec !== "string" || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) throw new Error(`bun.lock pins no sha512 for ${name}`);
  return { spec, integrity };
}
