export const MCP = `signalbox mcp [FOLDER] [--apply] [--live …] [--port N [--state DIR]]

Serves tools to a program that writes workflows (Claude Code, Cursor, VS Code, …), over standard input and output, by the Model
Context Protocol. They see the .yaml and .yml files of FOLDER, the current one when absent, and nothing else: no hidden files, no
variables, no network. Runs are simulated or replayed. What the program proposes waits in .signalbox/proposals until a person accepts it.

  --apply      write what is proposed at once, where it adds no error
  --live       let the program play tests with real models, within --budget-calls N, --budget-tokens N or --budget-cost N for as
               long as the tools are served. It also takes --env, --env-file, --secret, --plain, --allow, --allow-content, --mcp,
               --header and --width, as signalbox test does.
  --port N     serve them over HTTP on this computer, to several programs; 0: any port that is free. The address is printed.
               If the folder has tokens (signalbox serve token), clients need one with scope admin; --apply and --live always do.
  --state DIR  the state folder with the tokens; .signalbox in FOLDER when absent

Exit code: 0 when the program disconnects or the command is stopped, 2 if it cannot start.
`;

export const PROPOSALS = `signalbox proposals [FOLDER] [--show ID | --accept ID [--only N,N] | --reject ID]

Lists what programs proposed by signalbox mcp, and what a person has not decided about.

  --show ID      print its changes with their numbers, what they would write, and what check would say
  --accept ID    write it. What was written meanwhile stays: a change that is about it no longer applies, which is told
  --only N,N     write only these changes, and what they need; the others keep waiting
  --reject ID    remove it

Exit code: 0, 1 where a change no longer applies or could not be written, 2 where there is no such folder or proposal.
`;

export const INIT = `signalbox init [FOLDER]

Tells coding agents what the workflows of FOLDER are, the current one when absent: a section of AGENTS.md, and the skill
.claude/skills/signalbox/SKILL.md, which Claude Code, Cursor and VS Code read. Prints what it did with each file. What you wrote stays
as it is, and so does its own text once you change it.

Exit code: 0, or 2 where a file cannot be written.
`;

export const DESCRIBE = `signalbox describe [TOPIC]

Says what a word of Signalbox means, with an example. TOPIC is one of
  type basic           a task type, or its name alone
  part agent           a part of a document and its keys
  test expect          a part of a test file and its keys
  core:http            a built-in tool
  function slice       a function of expressions
  provider openai      a model provider
  diagnostic CODE      what check says
  command addTask      a change that programs propose
Without TOPIC, lists all of them. It prints what the tool describe of signalbox mcp answers.

Exit code: 0, or 2 where there is no such topic.
`;
