// The least that a reading skill does: read one file, write one line.
import { readFileSync, writeSync } from "node:fs";
import process from "node:process";

writeSync(1, `${readFileSync(process.argv[2]!, "utf8").length}\n`);
