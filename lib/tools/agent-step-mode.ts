/** What the SKILL.md of x-implement-task teaches beside its contract: the loop of step mode (spec page 6). */
export const STEP_MODE = `## The loop

The program runs every fixed step itself and *observes* red, green and coverage; you do only what needs judgement. It says what by
printing one JSON line and ending with exit 75. Then:

1. Run the call, with the longest time limit that the Bash tool has: test suites take their time. A call that was cut off is simply
   run again; it goes on where it was. Look at the exit code first, then parse the **last** line of stdout.
2. Exit 75, \`"status":"AWAITING"\`: do the one step that the line asks for.
   - \`prompt\` says all of it. Work in \`cwd\`, change only files that the globs of \`allowedPaths\` allow (\`!\` excludes), and
     read \`lastRun\` when it is there: it is why your last attempt did not hold. \`verify\` is what the program will run to judge you;
     running it yourself is fine.
   - \`PLAN\` and \`REVIEW\`: change nothing; write your answer as JSON to \`answerFile\`, in the form that the prompt gives.
   - \`RED\`: write one failing test, no production code. \`GREEN\`: the least code that passes; do not touch the tests of RED.
     \`REFACTOR\`: improve without changing behaviour, or change nothing. \`COVERAGE\`: tests for the lines named.
   - Do not commit, switch branches, or edit \`x-skills.json\` and the state file: the program does what is to be done there.
3. Run the command in \`next\`, exactly as it stands, and go back to 2. There is no flag for "done": the tree and the test run say it.
   When you run it without having changed anything, the same request is printed again, and no attempt is spent.
4. Exit 0, \`"status":"DONE"\`: report the line and stop. Exit 75, \`"status":"BUSY"\`: another run holds the task; stop and say who.
5. Any other exit code, \`"status":"FAILED"\`: report \`errorCode\` and \`message\` and stop. Do not try to get round a failed check;
   everything committed stays, and the same command later tries the failed step again.

\`x-implement-task <task> --status\` says where a run is; \`--abort\` ends it and keeps your uncommitted edits under \`refs/x-skills/\`.`;
