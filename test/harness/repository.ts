import { resolve } from "node:path";

/** The checkout's top folder, absolute. */
export const ROOT = resolve(import.meta.dir, "../..");

/** Caches of the test runs that may stay: the compiled test programs, Deno's module cache, an empty home. */
export const CACHE = resolve(ROOT, ".cache");
