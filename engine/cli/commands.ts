import { loadPatterns, ok, type Result } from '../base/index.ts';
import { parseBacktest } from './backtest/parseBacktest.ts';
import type { CommandIo } from './CommandIo.ts';
import { parseDiff } from './diff/parseDiff.ts';
import { parseDrill } from './drill/parseDrill.ts';
import { parseInit } from './init/parseInit.ts';
import { parseMcp } from './mcp/parseMcp.ts';
import { parseMerge } from './merge/parseMerge.ts';
import { parseOpen } from './open/parseOpen.ts';
import { parseCheck } from './parseCheck.ts';
import { parseRun } from './parseRun.ts';
import { DESCRIBE, INIT, MCP, PROPOSALS } from './print/agentHelp.ts';
import { BACKTEST, CHECK, DIFF, DRILL, MERGE, OPEN, RUN, TEST } from './print/help.ts';
import { BACKUP, PRUNE, RESTORE, SERVE, TOKEN, WORKER } from './print/serverHelp.ts';
import { parseProposals } from './proposals/parseProposals.ts';
import { parseBackup } from './serve/parseBackup.ts';
import { parsePrune } from './serve/parsePrune.ts';
import { parseServe } from './serve/parseServe.ts';
import { parseToken } from './serve/parseToken.ts';
import { parseWorker } from './serve/parseWorker.ts';
import { parseTest } from './test/parseTest.ts';

/** A command of the command line. */
export interface Command {
  /** The text of its --help, which begins with how it is used. */
  readonly help: string;
  /** Reads the arguments after its name, and answers with what executes it. The error is one sentence; throws what `readArguments` throws. */
  readonly read: (args: readonly string[]) => Result<(io: CommandIo) => Promise<number>, string>;
}

/** What it executes is a part of the bundled program of its own, loaded where it is given. */
function command<Given>(
  help: string,
  parse: (args: readonly string[]) => Result<Given, string>,
  run: (io: CommandIo, given: Given) => Promise<number>,
): Command {
  return {
    help,
    read: (args) => {
      const given = parse(args);
      return given.ok ? ok((io) => run(io, given.value)) : given;
    },
  };
}

/** One that needs the engine of regular expressions. */
function patternCommand<Given>(...[help, parse, run]: Parameters<typeof command<Given>>): Command {
  return command(help, parse, async (io, given) => {
    await loadPatterns();
    return run(io, given);
  });
}

/** All commands by their names, in the order in which they are named. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    open: command(OPEN, parseOpen, async (...given) =>
      (await import('./open/openCommand.ts')).runOpenCommand(...given),
    ),
    check: patternCommand(CHECK, parseCheck, async (...given) =>
      (await import('./checkCommand.ts')).runCheckCommand(...given),
    ),
    test: patternCommand(TEST, parseTest, async (...given) =>
      (await import('./test/testCommand.ts')).runTestCommand(...given),
    ),
    backtest: patternCommand(BACKTEST, parseBacktest, async (...given) =>
      (await import('./backtest/backtestCommand.ts')).runBacktestCommand(...given),
    ),
    diff: command(DIFF, parseDiff, async (...given) =>
      (await import('./diff/diffCommand.ts')).runDiffCommand(...given),
    ),
    drill: patternCommand(DRILL, parseDrill, async (...given) =>
      (await import('./drill/drillCommand.ts')).runDrillCommand(...given),
    ),
    merge: patternCommand(MERGE, parseMerge, async (...given) =>
      (await import('./merge/mergeCommand.ts')).runMergeCommand(...given),
    ),
    run: patternCommand(RUN, parseRun, async (...given) => (await import('./runCommand.ts')).runRunCommand(...given)),
    serve: patternCommand(SERVE, parseServe, async (...given) =>
      (await import('./serve/serveCommand.ts')).runServeCommand(...given),
    ),
    'serve token': command(TOKEN, parseToken, async (...given) =>
      (await import('./serve/tokenCommand.ts')).runTokenCommand(...given),
    ),
    prune: patternCommand(PRUNE, parsePrune, async (...given) =>
      (await import('./serve/pruneCommand.ts')).runPruneCommand(...given),
    ),
    backup: command(
      BACKUP,
      (args) => parseBackup('backup', args),
      async (...given) => (await import('./serve/backupCommand.ts')).runBackupCommand(...given),
    ),
    restore: command(
      RESTORE,
      (args) => parseBackup('restore', args),
      async (...given) => (await import('./serve/backupCommand.ts')).runBackupCommand(...given),
    ),
    worker: patternCommand(WORKER, parseWorker, async (...given) =>
      (await import('./serve/workerCommand.ts')).runWorkerCommand(...given),
    ),
    mcp: patternCommand(MCP, parseMcp, async (...given) =>
      (await import('./mcp/mcpCommand.ts')).runMcpCommand(...given),
    ),
    proposals: patternCommand(PROPOSALS, parseProposals, async (...given) =>
      (await import('./proposals/proposalsCommand.ts')).runProposalsCommand(...given),
    ),
    describe: command(
      DESCRIBE,
      (args) => ok({ topic: args.join(' ') }),
      async (...given) => (await import('./describe/describeCommand.ts')).runDescribeCommand(...given),
    ),
    init: command(INIT, parseInit, async (...given) =>
      (await import('./init/initCommand.ts')).runInitCommand(...given),
    ),
  }),
);
