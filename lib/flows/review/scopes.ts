import * as v from "valibot";

/** A scope becomes part of a file's name. */
const SCOPE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** `a,b` as a list of scopes in lower case, each once, in the order given. */
export const Scopes = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.transform((text) => [...new Set(text.split(",").map((scope) => scope.trim()))].filter((scope) => scope !== "")),
  v.nonEmpty("expected names like security,qa"),
  v.check((scopes) => scopes.every((scope) => SCOPE.test(scope)), "expected names like security,qa"),
);
