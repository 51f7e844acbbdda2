import { blackBox } from "../harness/black-box.ts";
import { run } from "../programs/x-fixture.ts";

blackBox(run, [{ name: "one envelope", args: ["--text", "a"], stdout: { text: "a", padding: "" } }]);
