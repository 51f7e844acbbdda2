/** `make install` of the real binaries into a prefix of its own, in both layouts: run, complete, read, remove. Run by `make test-matrix`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { completionsFor } from "../harness/shell-completion.ts";
import { tree } from "../harness/tree.ts";

const skills = (await loadSkills()).map(({ name }) => name);
const SLOW = { timeoutMs: 300_000 };

for (const layout of ["multicall", "standalone"] as const) {
  test(
    `${layout}: install, run, complete, read, install again, uninstall`,
    async () => {
      using dir = tree();
      const prefix = dir.path("prefix");
      const make = (target: string) =>
        run(["make", target, `PREFIX=${prefix}`, `LAYOUT=${layout}`], { cwd: ROOT, env: process.env, ...SLOW });
      const files = () => [...new Bun.Glob("**/*").scanSync({ cwd: prefix, dot: true, onlyFiles: false, followSymlinks: false })].sort();

      const installed = await make("install");
      expect(installed.stderr).toBe("");
      expect(installed.stdout).toContain(`in ${prefix}, ${skills.length + 1} programs (${layout})`);
      const first = files();
      for (const name of skills) {
        expect(lstatSync(join(prefix, "bin", name)).isSymbolicLink()).toBe(layout === "multicall");
        for (const path of [
          `share/man/man1/${name}.1`,
          `share/bash-completion/completions/${name}`,
          `share/x-skills/skills/${name}/SKILL.md`,
        ]) {
          expect(first).toContain(path);
        }
      }

      const PATH = `${prefix}/bin:/usr/bin:/bin`;
      const call = (line: string) => run(["sh", "-c", line], { cwd: dir.root, env: { PATH } });
      const set = await call("x-internal-update-status --type feature --id 0042 --field status --value DONE --initialize");
      expect(set).toMatchObject({ stderr: "", code: 0 });
      expect(readFileSync(dir.path("execution-state.json"), "utf8")).toContain('"status": "DONE"');
      expect((await call("x-skills --list")).stdout).toBe(`${skills.join("\n")}\n`);

      for (const [shell, path] of [
        ["bash", "share/bash-completion/completions/x-internal-update-status"],
        ["zsh", "share/zsh/site-functions/_x_internal_update_status"],
        ["fish", "share/fish/vendor_completions.d/x-internal-update-status.fish"],
      ] as const) {
        if (Bun.which(shell) === null) continue;
        const script = readFileSync(join(prefix, path), "utf8");
        const offered = async (...words: string[]) =>
          (await completionsFor(shell, script, ["x-internal-update-status", ...words])).join("\n");
        expect(await offered("--init")).toContain("--initialize");
        expect(await offered("--type", "st")).toContain("story");
      }
      if (Bun.which("man") !== null) {
        const page = await run(["man", "-M", join(prefix, "share/man"), "x-internal-resume-story"], {
          cwd: "/",
          env: { LC_ALL: "C.UTF-8" },
        });
        expect(page.stdout).toContain("SYNOPSIS");
      }

      expect((await make("install")).code).toBe(0);
      expect(files()).toEqual(first);
      expect((await make("uninstall")).stdout).toContain(`removed x-skills from ${prefix}`);
      expect(existsSync(prefix)).toBe(false);
    },
    SLOW.timeoutMs,
  );
}

describe("shells that load the files by themselves from where they were installed", () => {
  const installed = tree();
  const prefix = installed.path("prefix");
  beforeAll(async () => {
    await run(["make", "install", `PREFIX=${prefix}`, "LAYOUT=multicall"], { cwd: ROOT, env: process.env, ...SLOW });
  }, SLOW.timeoutMs);
  afterAll(() => installed[Symbol.dispose]());

  test.skipIf(Bun.which("zsh") === null)("zsh: compinit finds the functions on fpath", async () => {
    const setUp = `fpath=(${prefix}/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D`;
    const { stdout } = await run(["zsh", "-f", "-c", `${setUp}; print $_comps[x-internal-resume-story] $_comps[x-skills]`], { cwd: "/" });
    expect(stdout).toBe("_x_internal_resume_story _x_skills\n");
  });

  test.skipIf(Bun.which("fish") === null)("fish: a flag of a program on PATH", async () => {
    const env = {
      PATH: `${prefix}/bin:${process.env.PATH}`,
      XDG_DATA_DIRS: join(prefix, "share"),
      XDG_CONFIG_HOME: installed.path("config"),
      TERM: "dumb",
    };
    const { stdout } = await run(["fish", "-c", "complete --do-complete 'x-internal-resume-story --epic'"], { cwd: "/", env });
    expect(stdout).toContain("--epic-id");
  });
});
