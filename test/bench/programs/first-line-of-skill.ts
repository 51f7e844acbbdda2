// The same with everything that a skill imports at its start.
import { contract } from "../../../scripts/x-internal-update-status.ts";

console.log(performance.now(), contract.examples.length > 0 ? "" : "!");
