import { describe } from "bun:test";
import { run } from "../../scripts/x-internal-update-status.ts";
import { blackBox, type Row } from "../harness/black-box.ts";
import { NOW, S, STATE, state, story, task } from "./fixtures.ts";

const UNCHANGED = { [S]: "unchanged" } as const;

/** A usage error: 64, nothing on stdout, the file untouched. */
function refused(name: string, args: readonly string[], stderr: RegExp, stdin?: string): Row {
  return { name, files: { [S]: STATE }, args, code: 64, stderr, after: UNCHANGED, ...(stdin === undefined ? {} : { stdin }) };
}

describe("usage errors are 64 and touch nothing", () => {
  blackBox(run, [
    refused("no arguments: the usage alone", [], /^usage: \[?--type/),
    refused("--id missing", ["--type", "story", "--field", "status", "--value", "X"], /^usage: /),
    refused("--field missing", ["--type", "story", "--id", "story-0049-0005", "--value", "X"], /^usage: /),
    refused("repeated flag", [...story("status", "X"), "--type", "task"], /^repeated flag --type; usage: /),
    refused("stray word", [...story("status", "X"), "stray"], /^unexpected argument 'stray'; usage: /),
    refused("switch with a value", [...story("status", "X"), "--dry-run=yes"], /^--dry-run takes no value; /),
    refused("empty id", ["--type", "story", "--id=", "--field", "a", "--value", "b"], /^missing value for --id; /),
    refused("empty step in a field", story("a..b", "X"), /^malformed --field 'a\.\.b': /),
    refused("empty field", ["--type", "story", "--id", "story-0049-0005", "--field=", "--value", "x"], /^malformed --field ''/),
    refused(
      "task id",
      ["--type", "task", "--id", "TASK-1", "--field", "a", "--value", "b"],
      /^malformed --id 'TASK-1': expected TASK-XXXX-YYYY-NNN; /,
    ),
    refused(
      "feature id",
      ["--type", "feature", "--id", "x", "--field", "a", "--value", "b"],
      /^malformed --id 'x': expected 1 to 4 digits; /,
    ),
    refused("empty --file", [...story("status", "X"), "--file="], /^malformed --file '': expected a path; /),
    refused("lock timeout that is no number", [...story("status", "X"), "--lock-timeout", "soon"], /^malformed --lock-timeout 'soon': /),
    refused("--set with --field", [...story("status", "X"), "--set", "a=b"], /^--set goes without --field/),
    refused("--set without =", [...task(), "--set", "a"], /^malformed --set 'a': expected FIELD=VALUE; /),
    refused("--set names one field twice", [...task(), "--set", "a=1", "--set", "a=2"], /^--set names a twice; /),
    refused("--unset with --value", [...story("status", "X"), "--unset"], /^--unset goes without --value/),
    refused("--unset without --field", [...task(), "--unset"], /^usage: /),
    refused(
      "--expect with two fields",
      [...task(), "--set", "a=1", "--set", "b=2", "--expect", "x"],
      /^--expect and --expect-absent go with exactly one field; /,
    ),
    refused(
      "--expect and --expect-absent",
      [...story("status", "X"), "--expect", "a", "--expect-absent"],
      /^--expect and --expect-absent exclude each other; /,
    ),
    refused("--expect with --initialize alone", [...task(), "--initialize", "--expect", "x"], /exactly one field/),
    refused("--read-only with --set", [...task(), "--read-only", "--set", "a=b"], /^--read-only goes without --set; /),
    refused("--read-only with --unset", [...task(), "--read-only", "--field", "a", "--unset"], /^--read-only goes without --unset; /),
    refused("--read-only with --batch", ["--read-only", "--batch"], /^--read-only goes without --batch; /, "{}"),
    refused(
      "--read-only with --expect",
      [...task(), "--read-only", "--field", "a", "--expect", "b"],
      /^--read-only goes without --expect; /,
    ),
    refused("--batch with --type", ["--batch", "--type", "story"], /^--batch goes without --type; /, "{}"),
    refused(
      "a gate's flag without its type",
      [...story("status", "X"), "--phase", "Phase-1"],
      /^--phase goes with --type phase-gate only; /,
    ),
    refused("phase gate without --passed", ["--type", "phase-gate", "--phase", "P", "--mode", "pre"], /^usage: /),
    refused(
      "phase gate with a field",
      ["--type", "phase-gate", "--phase", "P", "--mode", "pre", "--passed", "true", "--field", "x"],
      /goes without --field; /,
    ),
    refused(
      "phase gate with a bad mode",
      ["--type", "phase-gate", "--phase", "P", "--mode", "mid", "--passed", "true"],
      /^malformed --mode 'mid': /,
    ),
    refused("batch without a line", ["--batch"], /^--batch found no line on standard input; /, "\n \n"),
    refused("batch: unknown key", ["--batch"], /^line 1: /, '{"type":"story","id":"x","field":"a","value":"b","colour":1}'),
    refused(
      "batch: value and set",
      ["--batch"],
      /^line 1: expected field and value, or set; /,
      '{"type":"story","id":"x","field":"a","value":"b","set":{}}',
    ),
    refused("batch: no value", ["--batch"], /^line 2: expected field and value, or set; /, '\n{"type":"story","id":"x","field":"a"}'),
    refused("batch: empty set", ["--batch"], /^line 1: set is empty; /, '{"type":"story","id":"x","set":{}}'),
    refused(
      "batch: value of another type",
      ["--batch"],
      /^line 1: a takes boolean here, not 1; /,
      '{"type":"story","id":"x","field":"a","value":1,"valueType":"boolean"}',
    ),
  ]);
});

describe("values are typed by the field's name", () => {
  const bad = (field: string, value: string, ...more: string[]): Row => ({
    name: `${field}=${value} ${more.join(" ")}`.trim(),
    files: { [S]: STATE },
    args: [...story(field, value), ...more],
    code: 64,
    stderr: new RegExp(`--field ${field} takes .*, not '${value.replace(/[+.]/g, "\\$&")}'; usage`),
    after: UNCHANGED,
  });
  blackBox(run, [
    bad("prNumber", "1.5"),
    bad("prNumber", "007"),
    bad("retries", ""),
    bad("durationMs", "1e"),
    bad("coverageLine", "+1"),
    bad("autoApprovePr", "yes"),
    bad("autoApprovePr", "null"),
    bad("completedAt", "yesterday"),
    bad("completedAt", "2026-02-30T00:00:00Z"),
    bad("completedAt", "2026-01-01T25:00:00Z"),
    bad("completedAt", "2026-01-01"),
    bad("a", "x", "--value-type", "json"),
    bad("a", "x", "--value-type", "integer"),
    bad("a", "x", "--value-type", "number"),
    bad("a", "x", "--value-type", "boolean"),
    bad("a", "x", "--value-type", "null"),
  ]);
  const good = (field: string, value: string, json: string, text: string | null, ...more: string[]): Row => ({
    name: `${field}=${value} ${more.join(" ")} is stored as ${json}`,
    files: { [S]: state('"x": 1') },
    args: [...story(field, value), ...more],
    env: { X_SKILLS_NOW: NOW },
    stdout: { previousValue: null, newValue: text, fileSha: "$re:[0-9a-f]{64}", noOp: false },
    after: { [S]: state(`"x": 1, ${JSON.stringify(field)}: ${json}`) },
  });
  blackBox(run, [
    good("prNumber", "-3", "-3", "-3"),
    good("prNumber", "null", "null", null),
    good("durationMs", "1.50", "1.50", "1.50"),
    good("durationMs", "1e3", "1e3", "1e3"),
    good("skipReview", "true", "true", "true"),
    good("completedAt", "now", '"2026-11-30T12:00:00Z"', "2026-11-30T12:00:00Z"),
    good("completedAt", "2026-02-28T23:59:59.123+05:30", '"2026-02-28T23:59:59.123+05:30"', "2026-02-28T23:59:59.123+05:30"),
    good("completedAt", "null", "null", null),
    good("commitSha", "null", "null", null),
    good("prUrl", "null", "null", null),
    good("flowVersion", "2", '"2"', "2"),
    good("summary", "null", '"null"', "null"),
    good("summary", "42", '"42"', "42"),
    good("summary", "true", '"true"', "true"),
    good("summary", "[1, 2", '"[1, 2"', "[1, 2"),
    good("list", "[1, 2.0]", "[1, 2.0]", "[1,2.0]"),
    good("summary", "-x", '"-x"', "-x"),
    good("summary", "--unlike-a-flag", '"--unlike-a-flag"', "--unlike-a-flag"),
    good("list", "[1]", '"[1]"', "[1]", "--value-type", "string"),
    good("a", "7", "7", "7", "--value-type", "integer"),
    good("a", "7.0", "7.0", "7.0", "--value-type", "number"),
    good("a", "false", "false", "false", "--value-type", "boolean"),
    good("a", "null", "null", null, "--value-type", "null"),
    good("a", '"s"', '"s"', "s", "--value-type", "json"),
    good("a", "null", "null", null, "--value-type", "json"),
  ]);
});
