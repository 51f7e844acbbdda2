/** Names of worktrees: the folder's name below the root. Pure. */

const PREFIX = /^(?:feat|feature|fix|hotfix|refactor)\//;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._+@#=-]*$/u;
const MAX_BYTES = 200;

/** Made of letters, digits and a few signs, so that it is one plain folder name everywhere; git itself keeps `.lock` for locks. */
export function isWorktreeId(id: string): boolean {
  return ID.test(id) && !/\.(?:lock)?$/i.test(id) && !id.includes("..") && new TextEncoder().encode(id).length <= MAX_BYTES;
}

/** The branch without its kind; what is left is one folder name. */
export function defaultId(branch: string): string {
  return branch.replace(PREFIX, "").replaceAll("/", "-");
}

/** Two ids that would be one folder on some file system are the same. */
export function isSameId(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

function folded(id: string): string {
  return id.normalize("NFC").toLowerCase();
}
