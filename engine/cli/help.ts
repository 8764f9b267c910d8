const GENERAL = `Signalbox checks and runs workflows.

Usage:
  signalbox check FILE|FOLDER… [--json]
  signalbox run FILE [--input JSON|@FILE] [--env NAME[=VALUE]]… [--simulate] [--json] …
  signalbox run --journal FILE --resume
  signalbox --help | --version

\`signalbox check --help\` and \`signalbox run --help\` say more.
`;

const CHECK = `signalbox check FILE|FOLDER… [--json]

Says what is wrong with workflow files, one line each: file:line:column severity CODE message.
A folder stands for the .yaml and .yml files in it, at any depth, without node_modules and hidden folders.
- stands for standard input.

  --json   print {files: [{path, diagnostics}], errors, warnings}

Exit code: 0 without errors, 1 with errors, 2 where a file cannot be read.
Set NO_COLOR to print without colours.
`;

const RUN = `signalbox run FILE [options]

Runs a workflow and prints its result as JSON: {run_id, status, output, error, tasks, warnings}.
- stands for standard input.

  --input JSON|@FILE    what the workflow is given; {} when absent
  --env NAME[=VALUE]    a variable for {{ env.NAME }}; without a value, that of the environment. Repeat for more.
                        What reaches a credential field is masked wherever it would show.
  --env-file FILE       variables from lines NAME=VALUE. Repeat for more; --env goes before.
  --secret NAME[=VALUE] the same for a secret: masked wherever it would show, and sent only where --allow says. A value
                        in the list of arguments can be seen by other users of the machine: name one of the environment.
  --allow NAME=ORIGIN   where a secret may go to sign in, such as API_KEY=https://api.example.com. Repeat for more.
  --allow-content NAME=ORIGIN
                        where it may go in the address or the body of a request, too
  --signal NAME[=JSON]  a signal that is there from the start. Repeat for more.
  --thread ID           the conversation that agents go on with: input.thread_id
  --workspace DIR       the folder that core:file, core:workflow and files of core:javascript are about; nothing outside
                        of it is touched
  --state DIR           keeps what core:kv and memories keep, from one run to the next
  --mcp NAME=URL        an MCP server, whose tools are mcp:NAME/TOOL. Repeat for more.
  --header NAME:KEY=VALUE
                        a header for that server; its value is masked wherever it would show. {{ env.NAME }} in it reads
                        a variable. Repeat for more.
  --budget-tokens N     end the run, with exit code 1, once its models have taken more than N tokens; with --journal it goes on
                        by --resume and a higher budget
  --budget-cost N       the same in US dollars, for models whose price is known
  --simulate            ask no model and call nothing unknown: answers are made up from their schemas
  --seed N              makes what is random the same each time
  --virtual-time        start at 2026-01-01, and jump over every wait
  --json                print no progress
  --events FILE         write what happens as JSON lines
  --journal FILE        keep the run in a new file: each step is on the disk before the next one
  --resume              go on with the run in --journal FILE, with the text it started with. Recorded steps never run again.
  --from ID             begin with a task
  --until ID            end with a task
  --reuse FILE          with --from or --until: results of the earlier run in that journal stand in for its tasks

Exit code: 0 on success, 1 on an error or Ctrl-C, 2 where the run cannot start.
`;

/** The text of --help. */
export function helpText(topic: 'check' | 'run' | null): string {
  if (topic === 'check') return CHECK;
  return topic === 'run' ? RUN : GENERAL;
}
