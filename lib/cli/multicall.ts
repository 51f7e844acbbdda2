/** One program for all skills: `x-skills NAME …`, or a link that has the skill's name. The same behaviour as the skill alone. */
import * as v from "valibot";
import { UsageError } from "../errors.ts";
import { type Command, command } from "./command.ts";
import { defineContract } from "./contract.ts";
import { PlainText } from "./envelope.ts";
import { main } from "./main.ts";

/** Skills by name, each loaded only when it is called. */
export type SkillTable = Readonly<Record<string, () => Promise<{ readonly run: Command }>>>;

/** Starts the skill that `argv0` or else the first word names; anything else is for `x-skills` itself. */
export function multicall(skills: SkillTable, argv0: string, argv: readonly string[]): void {
  const called = argv0.slice(argv0.lastIndexOf("/") + 1);
  const [first = ""] = argv;
  if (Object.hasOwn(skills, called)) start(skills[called]!, argv);
  else if (Object.hasOwn(skills, first)) start(skills[first]!, argv.slice(1));
  else main(frontCommand(skills), first.startsWith("-") ? argv : argv.slice(0, 1));
}

function start(load: SkillTable[string], argv: readonly string[]): void {
  load().then(({ run }) => main(run, argv));
}

/** What `x-skills` answers when no skill is named. */
export function frontCommand(skills: SkillTable): Command {
  return command(frontContract(skills), ({ args, operands, fail }) => {
    if (args.list) return new PlainText(`${Object.keys(skills).join("\n")}\n`);
    const [name] = operands;
    if (name === undefined) throw new UsageError("");
    if (Object.hasOwn(skills, name)) throw new UsageError(`flags of ${name} stand after its name`);
    return fail("MISSING_PROGRAM", { name });
  });
}

function frontContract(skills: SkillTable) {
  return defineContract({
    name: "x-skills",
    summary: "Run one of the skills in this program: the first word picks it, or the name of a link to it.",
    flags: { list: { help: "print the names of the skills, one a line, and exit", schema: v.boolean() } },
    operands: [{ name: "skill", help: "name of a skill; its own arguments follow", optional: true, schema: v.string() }],
    skills,
    reads: [],
    writes: [],
    exits: {
      MISSING_PROGRAM: { code: 127, message: "no such skill: {name}; x-skills --list names them", when: "no skill has this name" },
    },
    envelope: v.never(),
    examples: ["--list", "x-internal-update-status --help"],
  });
}
