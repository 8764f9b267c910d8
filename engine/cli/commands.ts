import type { LoadedCommand } from './arguments/toCommand.ts';
import { DESCRIBE, INIT, MCP, PROPOSALS } from './print/agentHelp.ts';
import { BACKTEST, CHECK, DIFF, DRILL, MERGE, OPEN, RUN, TEST } from './print/help.ts';
import { BACKUP, PRUNE, RESTORE, SERVE, TOKEN, WORKER } from './print/serverHelp.ts';

/** A command of the command line. */
export interface Command {
  /** The text of its --help, which begins with how it is used. */
  readonly help: string;
  /** What it consists of is a part of the bundled program of its own, loaded where it is given. */
  readonly load: () => Promise<LoadedCommand>;
  /** The exit code where it cannot do what it is asked, whatever the reason; absent: that of its error. */
  readonly failure?: number;
}

/** All commands by their names, in the order in which they are named. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    open: { help: OPEN, load: async () => (await import('./open/openCommand.ts')).openCommand },
    check: { help: CHECK, load: async () => (await import('./checkCommand.ts')).checkCommand },
    test: { help: TEST, load: async () => (await import('./test/testCommand.ts')).testCommand },
    backtest: { help: BACKTEST, load: async () => (await import('./backtest/backtestCommand.ts')).backtestCommand },
    diff: { help: DIFF, load: async () => (await import('./diff/diffCommand.ts')).diffCommand },
    drill: { help: DRILL, load: async () => (await import('./drill/drillCommand.ts')).drillCommand },
    // Git takes a driver that ends with more than 128 as failed, and keeps the files as they were.
    merge: { help: MERGE, failure: 129, load: async () => (await import('./merge/mergeCommand.ts')).mergeCommand },
    run: { help: RUN, load: async () => (await import('./runCommand.ts')).runCommand },
    serve: { help: SERVE, load: async () => (await import('./serve/serveCommand.ts')).serveCommand },
    'serve token': { help: TOKEN, load: async () => (await import('./serve/tokenCommand.ts')).tokenCommand },
    prune: { help: PRUNE, load: async () => (await import('./serve/pruneCommand.ts')).pruneCommand },
    backup: { help: BACKUP, failure: 2, load: async () => (await import('./serve/backupCommand.ts')).backupCommand },
    restore: { help: RESTORE, load: async () => (await import('./serve/backupCommand.ts')).restoreCommand },
    worker: { help: WORKER, load: async () => (await import('./serve/workerCommand.ts')).workerCommand },
    mcp: { help: MCP, load: async () => (await import('./mcp/mcpCommand.ts')).mcpCommand },
    proposals: {
      help: PROPOSALS,
      load: async () => (await import('./proposals/proposalsCommand.ts')).proposalsCommand,
    },
    describe: { help: DESCRIBE, load: async () => (await import('./describe/describeCommand.ts')).describeCommand },
    init: { help: INIT, failure: 2, load: async () => (await import('./init/initCommand.ts')).initCommand },
  }),
);
