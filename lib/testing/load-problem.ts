/** A source file that was not built or loaded, as the tool's output tells it. */

/** What the file asked for and did not get. */
type Missing =
  | { readonly kind: "module"; readonly specifier: string; readonly language: Language }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "other"; readonly text: string };

export type Language = "javascript" | "python" | "go" | "java" | "rust";

export interface LoadProblem {
  /** The file that asked, as printed; undefined when the output names none. */
  readonly importer: string | undefined;
  /** The test file that was being loaded, as printed, where the output tells: it may be another one than the importer. */
  readonly loading?: string | undefined;
  readonly missing: Missing;
}

/** The problem of a module that was not found. */
export function missingModule(importer: string | undefined, specifier: string, language: Language): LoadProblem {
  return { importer, missing: { kind: "module", specifier, language } };
}

/** The problem of a name that a module, class or package does not have. */
export function missingName(importer: string | undefined, name: string): LoadProblem {
  return { importer, missing: { kind: "name", name } };
}

/** Anything else that kept a file from loading: syntax, types, an error at top level. */
export function otherProblem(importer: string | undefined, text: string): LoadProblem {
  return { importer, missing: { kind: "other", text: text.trim() } };
}
