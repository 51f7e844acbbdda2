/** The driver's promises (spec page 0), on a skill that does nothing else. */
import { synopsis } from "../../lib/cli/synopsis.ts";
import { VERSION } from "../../lib/version.ts";
import { blackBox } from "../harness/black-box.ts";
import { contract, run } from "../programs/x-fixture.ts";

const usage = `usage: ${synopsis(contract)}`;

blackBox(run, [
  { name: "one envelope on one line", args: ["--text", "a"], stdout: { text: "a", padding: "" } },
  { name: "several envelopes", args: ["--lines=2"], stdout: '{"text":"","padding":""}\n{"text":"","padding":""}\n' },
  { name: "a warning does not change the code", args: ["--warn", "odd"], stdout: { text: "", padding: "" }, stderr: ["warn: odd"] },
  { name: "a row of the exit table", args: ["--refuse", "not today"], code: 7, stderr: ["Refused: not today"] },
  { name: "a reason that looks like a slot", args: ["--refuse", "$& {reason}"], code: 7, stderr: ["Refused: $& {reason}"] },

  { name: "unknown flag", args: ["--bogus"], code: 64, stderr: [`unknown flag --bogus; ${usage}`] },
  { name: "stray word", args: ["stray"], code: 64, stderr: [`unexpected argument 'stray'; ${usage}`] },
  { name: "malformed value", args: ["--throw", "up"], code: 64, stderr: /^malformed --throw 'up': .*; usage: \[--text[^\n]*\n$/ },
  { name: "argument that was no UTF-8", args: ["--text", "a\uFFFD"], code: 64, stderr: [`value of --text is not valid UTF-8; ${usage}`] },

  { name: "data error", args: ["--throw=data"], code: 65, stderr: ["Cannot read x: invalid UTF-8"] },
  { name: "input/output error", args: ["--throw=io"], code: 74, stderr: ["Cannot read x: permission denied"] },
  { name: "lock timeout without a code of its own", args: ["--throw=lock"], code: 75, stderr: ["Lock timeout on x.lock"] },
  { name: "missing program", args: ["--throw=program"], code: 127, stderr: ["git is required"] },
  { name: "a bug is 70 and asks to be reported", args: ["--throw=bug"], code: 70, stderr: [bug("undefined is not\\u000aa function")] },
  { name: "a thrown text is 70", args: ["--throw=text"], code: 70, stderr: [bug("thrown text")] },
  {
    name: "an envelope against the contract is 70",
    args: ["--wrong-envelope"],
    code: 70,
    stderr: /^internal error: Invalid type: [^\n]*\n$/,
  },
  {
    name: "the stack only when asked for",
    args: ["--throw=bug"],
    env: { X_SKILLS_DEBUG: "1" },
    code: 70,
    stderr: /^internal error: [^\n]* TypeError: undefined[^\n]*\\u000a[^\n]*\n$/,
  },

  {
    name: "control characters drive no terminal",
    args: ["--text", "\u001b[2J\u009b\u202e\u2028é", "--warn", "a\u001b]0;x\u0007\n\u009b31m\u202eb"],
    stdout: '{"text":"\\u001b[2J\\u009b\\u202e\\u2028é","padding":""}\n',
    stderr: ["warn: a\\u001b]0;x\\u0007\\u000a\\u009b31m\\u202eb"],
  },
  { name: "control characters in a usage error", args: ["--\u001b[31m"], code: 64, stderr: [`unknown flag --\\u001b[31m; ${usage}`] },

  { name: "-C runs there", files: { "a b/c": "" }, args: ["--where", "-C", "a b"], stdout: { text: "$CWD/a b", padding: "" } },
  { name: "-C with an absolute path", args: ["--where", "-C", "/"], stdout: { text: "/", padding: "" } },
  { name: "-C to nowhere", args: ["-C", "nowhere"], code: 64, stderr: [`no such directory: -C nowhere; ${usage}`] },
  { name: "-C to a file", files: { file: "" }, args: ["-C", "file"], code: 64, stderr: [`no such directory: -C file; ${usage}`] },

  {
    name: "help beside a mistake",
    args: ["--bogus", "-h"],
    stdout: /^x-fixture - Print, fail or crash as told\.\n\nUSAGE x-fixture \[--text/,
  },
  { name: "version", args: ["--version"], stdout: new RegExp(`^x-fixture ${VERSION} \\((bun|deno) \\d+\\.\\d+\\.\\d+, linux-x64\\)\n$`) },
  {
    name: "unknown shell",
    args: ["--completions", "ksh"],
    code: 64,
    stderr: [`malformed --completions 'ksh': expected bash, zsh or fish; ${usage}`],
  },
  { name: "no shell", args: ["--completions"], code: 64, stderr: [`missing value for --completions; ${usage}`] },
]);

function bug(message: string): string {
  return `internal error: ${message}; please report it with this command line (X_SKILLS_DEBUG=1 shows where)`;
}
