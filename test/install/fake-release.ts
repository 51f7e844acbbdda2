/** A release folder whose programs are shell scripts: what install.sh needs, small enough for a table of tests. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tree } from "../harness/tree.ts";

const WORKS = `#!/bin/sh
case \${0##*/} in
  x-skills) echo "x-skills 9.9.9 (fake)" ;;
  *) printf '{"previousValue":null,"newValue":"1","fileSha":"","noOp":false}' ;;
esac
`;

interface Options {
  /** Text of the programs; the default passes install.sh's own test. */
  readonly program?: string;
  /** Names under bin/ beside x-skills and x-internal-update-status. */
  readonly more?: readonly string[];
  readonly targets?: readonly string[];
}

/** Makes `<folder>/x-skills-9.9.9-<target>.tar.gz` for each target, and their sums. */
export function fakeRelease(folder: string, { program = WORKS, more = [], targets = ["linux-x64"] }: Options = {}): void {
  using dir = tree();
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const top = `x-skills-9.9.9-${target}`;
    const put = (path: string, text: string, mode: number) => {
      mkdirSync(dirname(join(dir.root, top, path)), { recursive: true });
      writeFileSync(join(dir.root, top, path), text);
      chmodSync(join(dir.root, top, path), mode);
    };
    put("bin/x-skills", program, 0o755);
    put("share/man/man1/x-skills.1", ".TH\n", 0o644);
    put("share/a folder/a file", "text\n", 0o644);
    for (const name of ["x-internal-update-status", ...more]) symlinkSync("x-skills", join(dir.root, top, "bin", name));
    Bun.spawnSync(["tar", "-czf", join(folder, `${top}.tar.gz`), top], { cwd: dir.root });
  }
  const { stdout } = Bun.spawnSync(["sh", "-c", "sha256sum *.tar.gz > SHA256SUMS"], { cwd: folder });
  if (stdout.length > 0) throw new Error(stdout.toString());
}
