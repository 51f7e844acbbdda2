// What a Node project would write for the same update: proper-lockfile around write-file-atomic.
import { readFileSync } from "node:fs";
import lockfile from "proper-lockfile";
import writeFileAtomic from "write-file-atomic";

const [, , file, id, value] = process.argv;
const release = await lockfile.lock(file);
const state = JSON.parse(readFileSync(file, "utf8"));
state.stories[id].status = value;
await writeFileAtomic(file, `${JSON.stringify(state, null, 2)}\n`);
await release();
