// @ts-self-types="./std-path.d.ts"
// What `@std/path` means in this kit: the POSIX functions we use, one file each (the barrel costs start-up time).
export { basename } from "deno-std/path/posix/basename.js";
export { dirname } from "deno-std/path/posix/dirname.js";
export { join } from "deno-std/path/posix/join.js";
export { relative } from "deno-std/path/posix/relative.js";
export { resolve } from "deno-std/path/posix/resolve.js";
