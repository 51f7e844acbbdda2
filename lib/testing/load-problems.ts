import type { LoadProblem } from "./load-problem.ts";
import { goProblems } from "./problems-go.ts";
import { javaProblems } from "./problems-java.ts";
import { javascriptProblems } from "./problems-javascript.ts";
import { pythonProblems } from "./problems-python.ts";
import { rustProblems } from "./problems-rust.ts";
import { typescriptProblems } from "./problems-typescript.ts";

const READERS = [javascriptProblems, typescriptProblems, pythonProblems, goProblems, javaProblems, rustProblems];
/** Messages are shorter; what is longer is a picture of minified code. */
const LONGEST_LINE = 2_000;
const ESCAPES = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** Every file that the output says could not be built or loaded, by any tool that we know; colours are ignored. */
export function readLoadProblems(output: string): readonly LoadProblem[] {
  const lines = output
    .replace(ESCAPES, "")
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).replace(/\r$/, ""));
  return READERS.flatMap((read) => read(lines));
}
