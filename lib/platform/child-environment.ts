/** The environment that children start with (spec page 0, Security); pure. */

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What `git rev-parse --local-env-vars` prints, of all versions: git exports them to hooks, and a child that inherits
 * them works on the wrong repository. Without the count, `GIT_CONFIG_KEY_<n>` is not read.
 */
const REPOSITORY_VARIABLES: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
];

/** They turn a compiled binary of ours (or any Bun program) into something else. */
const RUNTIME_VARIABLES: readonly string[] = ["BUN_OPTIONS", "BUN_BE_BUN"];

interface Rules {
  /** For commands that git itself calls: the repository's variables stay. */
  readonly keepRepository: boolean;
  /** Set or, where undefined, unset in the end, whatever it is. */
  readonly added?: Environment | undefined;
}

/** `env` without what must not reach a child, and with `PWD` telling the folder it starts in. */
export function childEnvironment(env: Environment, cwd: string, { keepRepository, added = {} }: Rules): Record<string, string> {
  const isDropped = (name: string) => RUNTIME_VARIABLES.includes(name) || (!keepRepository && REPOSITORY_VARIABLES.includes(name));
  const kept = Object.entries(env).filter(([name]) => !isDropped(name) && !(name in added));
  const all = [...kept, ["PWD", cwd] as const, ...Object.entries(added)];
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
