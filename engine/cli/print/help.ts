/** What is shown of all commands together. */
export const GENERAL = `Signalbox designs, checks and runs workflows.

Usage:
  signalbox [open [FOLDER]] [--no-open] [--port N]
  signalbox check FILE|FOLDER… [--json]
  signalbox test [FILE|FOLDER…] [--json] [--junit FILE]
  signalbox backtest FILE RUN|FOLDER… [--json]
  signalbox diff A B [--json | --markdown | --svg]
  signalbox drill FILE|FOLDER… [--json] [--fail-on VERDICTS]
  signalbox merge BASE OURS THEIRS [-o OUT] | FILE [-o OUT] | --install
  signalbox run FILE [--input JSON|@FILE] [--env NAME[=VALUE]]… [--simulate] [--json] …
  signalbox run --journal FILE --resume | --watch
  signalbox serve [FOLDER] [--port N] [--host H] [--state DIR] …
  signalbox serve token [FOLDER] --name NAME | --list | --revoke ID
  signalbox prune [FOLDER] [--keep-runs N] [--keep-days N] [--dry-run]
  signalbox backup COPY [FOLDER] | restore COPY [FOLDER]
  signalbox worker [FOLDER] [--restate-admin URL] [--port N] …
  signalbox mcp [FOLDER] [--apply]
  signalbox proposals [FOLDER] [--show ID | --accept ID [--only N,N] | --reject ID]
  signalbox describe [TOPIC]
  signalbox init [FOLDER]
  signalbox --help | --version

Without a command, the current folder is opened.
With --json, every command prints its result as JSON, and what keeps it from that as {error: {code, message, place, next}}.
Options: \`signalbox COMMAND --help\`, such as \`signalbox test --help\`.
`;

export const OPEN = `signalbox open [FOLDER] [--no-open] [--port N]

Opens a folder, the current one when absent, in the app: the designer in your browser, served to this computer alone. It
shows the .yaml and .yml files at any depth, except in hidden folders, node_modules and dist. Save (Mod+S) writes to the
folder; the places of cards go into NAME.layout.json. What another program changes there is shown at once.
The address that is printed lets one browser in, once.

  --no-open  print the address, and do not open the browser
  --port N   serve at this port; else the folder has one of its own, the same each time, under which the browser keeps
             what is not saved yet, variables and runs. Where that is taken, another one is used.

Exit code: 0 when stopped by Ctrl-C, 2 if it cannot start.
`;

export const CHECK = `signalbox check FILE|FOLDER… [--format FORMAT] [--max-warnings N]

Checks workflow files and prints a line for each problem: file:line:column severity CODE message.
FOLDER checks all .yaml and .yml files in it, at any depth, except in node_modules and hidden folders.
With - as FILE, the workflow is read from standard input.

  --format FORMAT    text, the usual; json: {files: [{path, diagnostics}], errors, warnings}; sarif, which code scanning and
                     editors read; or github: annotations, which GitHub Actions shows at the lines of a pull request
  --json             the same as --format json
  --max-warnings N   fail where there are more than N warnings

Exit code: 0 without errors, 1 with errors or too many warnings, 2 where a file cannot be read, 4 where the findings cannot be written.
Set NO_COLOR to print without colours.
`;

export const TEST = `signalbox test [FILE|FOLDER…] [--json] [--junit FILE] [--coverage] [--mutate] [--update] [--record] [--live]
signalbox test --from-run RUN [-o FILE]

Plays the tests of workflows, and says which of them failed. FILE is a test file, NAME.test.yaml; FOLDER, the current one when
absent, is searched for them at any depth, except in node_modules and hidden folders.
Each test is a run on a virtual clock that reaches nothing without --live or --record: no server, no file, no variable of the environment. What would,
and is not answered by the test, fails it with UNANSWERED.

  --json        print {files: [{path, workflow, tests, findings}], passed, failed}
  --format FORMAT
                text, the usual; json, which is --json; sarif or github: what failed, as of signalbox check
  --junit FILE  write the results as JUnit XML, which a CI shows: with times, and with the goals of --min-coverage and
                --min-score
  --coverage    say which tasks, edges, outcomes and branches of each workflow its tests reach, and list what they do not
  --coverage-file FILE
                the same, written as lcov, which editors show, or as JSON where FILE ends with .json
  --min-coverage N
                fail where the tests of a workflow reach less than N percent of these; or of each kind, such as
                tasks=100,edges=100,outcomes=60,branches=80. What it does not name is as test files ask under coverage,
                which --coverage alone holds, too
  --name TEXT   only tests with TEXT in their name, whatever its case
  --shard I/N   only the I-th of N parts of the tests: for several machines of a CI
  --seed N      play all of them with this seed, in place of their own
  --update      write what failed tests received over what they expect, and print the difference; then play them
  --record      make the calls for real that tests do not answer, or that ask for something else than the recorded run, write
                their answers, and print what differs; then play them. It needs a budget, as --live does
  --from-run RUN
                add a test that plays RUN again, a journal of signalbox run --journal or a run that the app has exported,
                to the test file next to its workflow, or to -o FILE; no other test is played
  --watch       play all, then with each change of a file the tests that depend on it, until Ctrl+C
  --mutate      play the tests on each small change of their workflow (conditions flipped, routes swapped, handlers left
                out, retries and joins changed), and list the changes that no test notices, with why
  --min-score N
                the same, and fail where they notice less than N percent
  --csv FILE, --jsonl FILE
                write the results of datasets as a table, or as lines of JSON that evaluations of chats read
  --compare FILE
                say what differs from a result that --json printed before
  --live        answer live for real: by models and servers. What was answered is kept in NAME.test.answers.jsonl, and is not
                asked again. It needs a budget:
  --budget-calls N, --budget-tokens N, --budget-cost N
                what all of it may take, in calls, tokens, US dollars
  --fresh       ask again for what is kept
  --width N     how many rows of a dataset are played at a time, 4 when absent
  --env, --env-file, --secret, --plain, --allow, --allow-content, --mcp, --header
                with --live or --record, as for signalbox run

Exit code: 0 where all passed, 1 where one failed or too little is covered or noticed, 2 where a file cannot be read or has errors, 4 where the results
cannot be written. Set NO_COLOR to print without colours.
`;

export const BACKTEST = `signalbox backtest FILE RUN|FOLDER… [--json] [--on-miss stop|error|simulate]

Plays recorded runs of a workflow on its text as it is now, with what they were answered then, and says which of them would have gone
otherwise. Nothing is reached, and nothing is waited for. RUN is a journal of signalbox run --journal, or a run that the app has exported;
FOLDER is searched for those of FILE at any depth, except in node_modules and hidden folders.
Verdicts: the same, another path, another output, now fails, now succeeds, unanswered. Tasks that are called something else are the
same, and so is another duration.

  --json        print {workflow, runs: [{path, run_id, verdict, before, after, stop, tasks, asks}], unread, same, different}
  --on-miss stop|error|simulate
                what happens to a call that was not made when the run was recorded. stop, the usual: the run ends there; error:
                it fails with UNANSWERED; simulate: its answer is made up from its schema. The verdict is unanswered

Exit code: 0 where all are the same, 1 where one is not, 2 where the workflow or a run cannot be read. Set NO_COLOR to print without colours.
`;

export const DIFF = `signalbox diff A B [--json | --markdown | --svg]

Says what differs between two texts of a workflow, the older one first: a sentence for each change, those that break something first.
A and B are each a file, - for standard input, or REV:path for a file in a commit, such as HEAD:orders.yaml; the path is from the root of
the repository, or from the current folder as HEAD:./orders.yaml. /dev/null is an empty text.
  breaking   who starts, signals or waits for runs may have to change something: input, outputs, a signal, a task at which runs wait
  behaviour  runs may do something else
  cosmetic   the compiled program is the same: comments, quotes, order of keys that no run sees, names, blank lines

  --json      print {equal, changes: [{kind, severity, path, sentence, before, after}]}
  --markdown  print Markdown for a pull request, with a picture in Mermaid, which GitHub and GitLab draw
  --svg       print a picture: what is new in green, what is gone in red, what changed in amber

Exit code: 0 where both are equal, 1 where they differ, 2 where one cannot be read. Set NO_COLOR to print without colours.
`;

export const MERGE = `signalbox merge BASE OURS THEIRS [-o OUT] [--path PATH] [--prove RUN|TEST|FOLDER]…
signalbox merge FILE [-o OUT]
signalbox merge --install

Merges three versions of a workflow, of its tests, or of its layout by their values, and prints the result. What does not touch the
same value merges; what either side renamed is renamed in what the other side wrote. Conflicts are written between git's
markers, and each is explained in a sentence. Any other file is merged by its lines.
FILE is one in which git has marked conflicts; with the lines of the base (git config merge.conflictStyle diff3), those merge
that do not touch the same value.

  -o OUT           write the result to OUT
  --path PATH      what the file is called, by which it is known what it holds; the name of OURS when absent
  --prove PATH     where nothing is in conflict, plays recorded runs and tests of the workflow on the result and on both sides, and
                   says as in which side each run goes; a folder is searched for both. Repeat for more.
  --install        has git merge *.yaml, *.yml and *.layout.json by this program in the repository of the current folder: writes
                   its settings and .gitattributes, and prints what it wrote
  --driver         as git calls it: the result goes to OURS
  --marker-size N  how many signs a marker has; 7 when absent

Exit code: 0 without a conflict, 1 to 127 for so many conflicts, or for so many runs and tests that the proof finds wrong, 129 where a file cannot be read or written.
`;

export const DRILL = `signalbox drill FILE|FOLDER… [--json] [--fail-on VERDICTS]

Injects each possible fault into each task of a workflow, and into each tool call of its agents: each code that the tool or
model fails with, no answer in time, a few failures before it works, an answer that does not fit its schema, a refusal, a person who
stops the run, a host that ends before and after the answer is recorded, a signal that comes twice, a timer that is late. Each has
a run of its own, on a virtual clock, that reaches nothing.
The runs are the tests next to the workflow, NAME.test.yaml; where there are none, answers are made up by their schemas.

  --test NAME           only this test
  --simulate            made-up answers, whatever tests there are
  --input JSON|@FILE    the same, with this input
  --run FILE            what happened in a recorded run: the journal that signalbox run --journal wrote
  --repeat ask|yes|no   as for signalbox run: whether calls that were cut off are made again
  --fail-on VERDICTS    unhandled,hangs,repeats,leaks when absent; the others are handled and as-written
  --show TASK:FAULT     the events of one of these runs, with ! where the fault strikes; for the second call
                        of a tool of an agent, TASK/TOOL#2:FAULT
  --json                print {files: [{path, cells, unreached, unplayed, findings}]}

A comment in the task or above it says that this is intended: # drill allows unhandled: a person watches this run.
Exit code: 0 without a fault that has one of VERDICTS, 1 with one, 2 where a file cannot be read, has errors, or cannot be played.
Set NO_COLOR to print without colours.
`;

export const RUN = `signalbox run FILE [options]

Runs a workflow and prints its result as JSON: {run_id, status, output, error, tasks, warnings}.
With - as FILE, the workflow is read from standard input.

  --input JSON|@FILE    what the workflow is given; {} when absent
  --env NAME[=VALUE]    a variable for {{ env.NAME }}; without a value, that of the environment. Repeat for more.
  --env @FILE           variables from lines NAME=VALUE; later ones win
                        What reaches a credential field, a header, or the query of an address is masked wherever it would
                        show, as a secret is.
  --env-file FILE       the same as --env @FILE, which is better: Node 20 reads a file of this option itself, ends where
                        it is missing, and obeys a NODE_OPTIONS in it
  --plain NAME          a variable that is not a secret, even where it is sent in a header or a query; but for the fields and
                        headers that are for credentials, such as Authorization and X-Api-Key. Repeat for more.
  --secret NAME         a secret: a variable that is masked wherever it would show, and sent only where --allow says. Its
                        value is that of the environment. Repeat for more.
  --secret NAME@FILE | NAME@fd:N | NAME@-
                        its value is all of a file, of the open descriptor N, or of standard input
  --secret @FILE        secrets from lines NAME=VALUE
  --secret NAME=VALUE   other users of the machine can see the list of arguments: for values that they must not see,
                        use one of the forms above
  --allow NAME=ORIGIN   where a secret may go to sign in, such as API_KEY=https://api.example.com. Repeat for more.
  --allow-content NAME=ORIGIN
                        where it may also be sent in the address or the body of a request
  --signal NAME[=JSON]  a signal that is sent when the run starts, and to each run inside it. Can be repeated.
  --thread ID           the conversation that agents continue: input.thread_id
  --workspace DIR       the folder of core:file, core:workflow and the files of core:javascript; nothing outside of it is
                        read or written
  --state DIR           the folder where core:kv and memories keep their values between runs
  --mcp NAME=URL        an MCP server; its tools are mcp:NAME/TOOL. Can be repeated.
  --header NAME:KEY=VALUE
                        a header for the MCP server NAME; its value is masked in all output. {{ env.NAME }} in it reads
                        a variable. Can be repeated.
  --budget-tokens N     stop the run, with exit code 1, once its models have used more than N tokens; with --journal,
                        --resume and a higher budget continue it
  --budget-cost N       the same in US dollars, for models whose price is known
  --simulate            call no model and no unknown tool: their results are made up from their schemas
  --seed N              make random values the same each time
  --virtual-time        use a clock that starts at 2026-01-01 and skips every wait
  --json                print no progress
  --events FILE         write what happens as JSON lines, in the workflows that it runs too: those have the id of their
                        run as runId
  --journal FILE        keep the run in a new file: each step is on the disk before the next one. One process at a time
                        executes the run of a journal; FILE.lock next to it says which.
                        Workflows that it runs are recorded in FILE.children
  --resume              continue the run in --journal FILE, with the text it started with. Recorded steps never run again.
  --repeat ask|yes|no   with --resume: whether calls are made again that may have arrived before the run was cut off, and
                        that no idempotency key makes known to the other side. ask, the usual: a person at the terminal
                        says so; without one the run stays paused, with exit code 1. yes: all of them. no: none that may
                        change something, also with a key; their tasks fail
  --watch               show the run in --journal FILE while another process executes it
  --force               overwrite what is at --journal and --events; else only empty files, and events of
                        an earlier run, are written over
  --from ID             begin with a task. One in a workflow that a task runs: call/ID, or call[2]/ID for an item, and
                        so on, with --reuse: the runs around it begin with what leads there
  --until ID            end with a task, named in the same way
  --reuse FILE          with --from or --until: results of the earlier run in that journal replace its tasks

At a terminal, progress is on standard error, tasks below their container, and those of a workflow that is run below its call:
  … NAME                has begun
  ~ NAME waiting for signal S until 17:30:00
                        waits for a signal, for its condition or for a time, and gives up then
  ~ waiting             nothing is under way any more but waits
  ↻ NAME                is tried again
  ✓ NAME, ✗ NAME, – NAME
                        has succeeded, failed, been cancelled

Exit code: 0 on success, 1 on an error, a pause or Ctrl-C, 2 where the run cannot start or something that it needs is
missing, 3 where another process executes it, 4 where its journal, its events or its result cannot be written.
Set NO_COLOR to print without colours.
`;
