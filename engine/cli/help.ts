const GENERAL = `Signalbox checks and runs workflows.

Usage:
  signalbox check FILE|FOLDER… [--json]
  signalbox run FILE [--input JSON|@FILE] [--env NAME[=VALUE]]… [--simulate] [--json] …
  signalbox run --journal FILE --resume
  signalbox --help | --version

Options: \`signalbox check --help\`, \`signalbox run --help\`.
`;

const CHECK = `signalbox check FILE|FOLDER… [--json]

Checks workflow files and prints a line for each problem: file:line:column severity CODE message.
FOLDER checks all .yaml and .yml files in it, at any depth, except in node_modules and hidden folders.
With - as FILE, the workflow is read from standard input.

  --json   print {files: [{path, diagnostics}], errors, warnings}

Exit code: 0 without errors, 1 with errors, 2 where a file cannot be read.
Set NO_COLOR to print without colours.
`;

const RUN = `signalbox run FILE [options]

Runs a workflow and prints its result as JSON: {run_id, status, output, error, tasks, warnings}.
With - as FILE, the workflow is read from standard input.

  --input JSON|@FILE    the input of the workflow, as JSON or as a file with JSON; {} by default
  --env NAME[=VALUE]    a variable for {{ env.NAME }}; without =VALUE, that of the environment. Can be repeated.
                        A value that is used as a credential is masked in all output.
  --env-file FILE       variables from lines NAME=VALUE. Can be repeated; --env overrides them.
  --secret NAME[=VALUE] a variable that is masked in all output, and sent only where --allow permits it. Can be repeated.
                        Other users of the machine can see the arguments of a command: leave out =VALUE to take the
                        value from the environment.
  --allow NAME=ORIGIN   where a secret may be sent as a credential, such as API_KEY=https://api.example.com.
                        Can be repeated.
  --allow-content NAME=ORIGIN
                        where it may also be sent in the address or the body of a request
  --signal NAME[=JSON]  a signal that is sent when the run starts. Can be repeated.
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
  --events FILE         write the events of the run as JSON lines
  --journal FILE        record the run in a new file: each step is on the disk before the next one
  --resume              continue the run in --journal FILE, with the workflow it started with. Recorded steps never run
                        again.
  --from ID             begin with this task
  --until ID            end with this task
  --reuse FILE          with --from or --until: take the results of the other tasks from the earlier run in that journal

Exit code: 0 on success, 1 on an error or Ctrl-C, 2 where the run cannot start.
`;

/** The text of --help. */
export function helpText(topic: 'check' | 'run' | null): string {
  if (topic === 'check') return CHECK;
  return topic === 'run' ? RUN : GENERAL;
}
