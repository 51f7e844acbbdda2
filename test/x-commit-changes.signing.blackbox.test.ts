/** x-commit-changes where commits are signed: it never waits for a passphrase (spec page 4). */
import { expect } from "bun:test";
import { run } from "../scripts/x-commit-changes.ts";
import { gitRows } from "./git/git-rows.ts";
import { COMMIT_ARGS, COMMITTED, refusedRow, stageA } from "./git/refused-commits.ts";
import type { Sandbox } from "./git/sandbox.ts";

const signer = (box: Sandbox, script: string) => {
  box.write("signer", `#!/bin/sh\n${script}\n`, 0o755);
  for (const [key, value] of [
    ["commit.gpgsign", "true"],
    ["gpg.program", box.path("signer")],
  ] as const)
    box.git(["config", key, value]);
};

gitRows(run, [
  refusedRow("a signer that waits", "signing would prompt: no answer in 5 s", (box) => signer(box, "exec sleep 60")),
  refusedRow("a signer that asks at the terminal", "signing would prompt: cannot open /dev/tty: no such passphrase", (box) =>
    signer(box, "echo cannot open /dev/tty: no such passphrase >&2; exit 2"),
  ),
  refusedRow(
    "a signer that is missing",
    "signing failed: $CWD/nowhere is required",
    (box) => signer(box, "") ?? box.git(["config", "gpg.program", box.path("nowhere")]),
  ),
  refusedRow("a signer that has no key", "signing failed: no secret key", (box) => signer(box, "echo no secret key >&2; exit 2")),
  refusedRow(
    "the real gpg without a key",
    /^signing failed: .*(?:secret key|signing failed).*\n$/i,
    (box) => box.git(["config", "commit.gpgsign", "true"]),
    { env: { GNUPGHOME: "/nonexistent" } },
  ),
  ...(["ssh", "x509"] as const).map((format) =>
    refusedRow(`a signer of format ${format} that asks`, "signing would prompt: Enter passphrase", (box) => {
      signer(box, "echo Enter passphrase >&2; exit 1");
      for (const [key, value] of [
        ["gpg.format", format],
        [`gpg.${format}.program`, box.path("signer")],
        ["user.signingkey", box.path("key")],
      ] as const) {
        box.git(["config", key, value]);
      }
    }),
  ),
  refusedRow("a literal ssh key that git cannot sign with", /^signing failed: .*\n$/, (box) => {
    signer(box, "exit 1");
    for (const [key, value] of [
      ["gpg.format", "ssh"],
      ["gpg.ssh.program", box.path("signer")],
      ["user.signingkey", "key::ssh-ed25519 AAAA"],
    ] as const) {
      box.git(["config", key, value]);
    }
  }),
  {
    name: "a signer that can",
    setup: (box) => stageA(box) + String(signer(box, 'cat >/dev/null; echo "[GNUPG:] SIG_CREATED D 1 8 00 1 X" >&2; echo signature')),
    args: COMMIT_ARGS,
    stdout: COMMITTED,
    after: (box) => expect(box.git(["cat-file", "-p", "HEAD"])).toContain("gpgsig signature"),
  },
]);
