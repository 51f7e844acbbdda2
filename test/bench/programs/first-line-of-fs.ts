// The same with the one module that every skill needs.
import { existsSync } from "node:fs";

console.log(performance.now(), typeof existsSync === "function" ? "" : "!");
