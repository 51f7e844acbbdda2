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

/** `env` without what must not reach a child, and with `PWD` telling the folder it starts in. `keepRepository` is for commands that git itself calls. */
export function childEnvironment(
  env: Environment,
  cwd: string,
  { keepRepository }: { readonly keepRepository: boolean },
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUNTIME_VARIABLES.includes(name)) continue;
    if (!keepRepository && REPOSITORY_VARIABLES.includes(name)) continue;
    kept[name] = value;
  }
  kept.PWD = cwd;
  return kept;
}
