import { assertNever, loadPatterns } from '../base/index.ts';
import { ENGINE_VERSION } from '../hosts/node/index.ts';
import type { CommandIo, ProcessIo } from './CommandIo.ts';
import { CANNOT_MERGE } from './merge/parseMerge.ts';
import { parseCommand, topicOf } from './parseCommand.ts';
import { helpText, usageText } from './print/help.ts';
import { createPrint } from './print/terminal.ts';

/** The command line (format.md 11): runs one command and answers with the exit code. Arguments without the program's name. */
export async function main(args: readonly string[], given: ProcessIo): Promise<number> {
  const io = guardIo(given);
  const code = await runCommand(args, io);
  // A command that was stopped before it began did not fail by what it was given.
  return code === 2 && io.signal.aborted && args[0] !== 'merge' ? 1 : code;
}

function guardIo({ writeOut, writeError, ...io }: ProcessIo): CommandIo {
  const mayColor = !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb';
  return {
    ...io,
    printOut: createPrint(writeOut, mayColor && io.isOutTerminal),
    printError: createPrint(writeError, mayColor && io.isErrorTerminal),
  };
}

/** Each command is a part of the bundled program, loaded where it is given. */
async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const command = parseCommand(args);
  if (!command.ok) {
    io.printError(`${command.error}\n\n${usageText(topicOf(args))}`);
    // Git reads the code of its driver as a number of conflicts.
    return args[0] === 'merge' ? CANNOT_MERGE : 2;
  }
  switch (command.value.name) {
    case 'help':
      io.printOut(helpText(command.value.topic));
      return 0;
    case 'version':
      io.printOut(`${ENGINE_VERSION}\n`);
      return 0;
    case 'open':
      return (await import('./openCommand.ts')).runOpenCommand(io, command.value);
    case 'serve':
      await loadPatterns();
      return (await import('./serve/serveCommand.ts')).runServeCommand(io, command.value);
    case 'token':
      return (await import('./serve/tokenCommand.ts')).runTokenCommand(io, command.value);
    case 'prune':
      await loadPatterns();
      return (await import('./serve/pruneCommand.ts')).runPruneCommand(io, command.value);
    case 'backup':
    case 'restore':
      return (await import('./serve/backupCommand.ts')).runBackupCommand(io, command.value);
    case 'worker':
      await loadPatterns();
      return (await import('./serve/workerCommand.ts')).runWorkerCommand(io, command.value);
    case 'check':
      await loadPatterns();
      return (await import('./checkCommand.ts')).runCheckCommand(io, command.value);
    case 'test':
      await loadPatterns();
      return (await import('./test/testCommand.ts')).runTestCommand(io, command.value);
    case 'mcp':
      await loadPatterns();
      return (await import('./mcp/mcpCommand.ts')).runMcpCommand(io, command.value);
    case 'proposals':
      await loadPatterns();
      return (await import('./proposals/proposalsCommand.ts')).runProposalsCommand(io, command.value);
    case 'init':
      return (await import('./init/initCommand.ts')).runInitCommand(io, command.value);
    case 'describe':
      return (await import('./describe/describeCommand.ts')).runDescribeCommand(io, command.value);
    case 'backtest':
      await loadPatterns();
      return (await import('./backtest/backtestCommand.ts')).runBacktestCommand(io, command.value);
    case 'diff':
      return (await import('./diff/diffCommand.ts')).runDiffCommand(io, command.value);
    case 'drill':
      await loadPatterns();
      return (await import('./drill/drillCommand.ts')).runDrillCommand(io, command.value);
    case 'merge':
      await loadPatterns();
      return (await import('./merge/mergeCommand.ts')).runMergeCommand(io, command.value);
    case 'run':
      await loadPatterns();
      return (await import('./runCommand.ts')).runRunCommand(io, command.value);
    default:
      return assertNever(command.value);
  }
}
