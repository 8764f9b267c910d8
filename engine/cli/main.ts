import { err } from '../base/index.ts';
import { ENGINE_VERSION } from '../hosts/node/index.ts';
import type { CommandIo, ProcessIo } from './CommandIo.ts';
import { COMMANDS, type Command } from './commands.ts';
import { CANNOT_MERGE } from './merge/parseMerge.ts';
import { GENERAL } from './print/help.ts';
import { createPrint } from './print/terminal.ts';
import { describeMisuse } from './readArguments.ts';
import type { ReadCommand } from './toCommand.ts';

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

async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [first = 'open', ...others] = args;
  if (['--version', '-v', 'version'].includes(first)) {
    io.printOut(`${ENGINE_VERSION}\n`);
    return 0;
  }
  const isHelp = ['--help', '-h', 'help'].includes(first);
  const found = findCommand(isHelp ? others : [first, ...others]);
  if (isHelp || found?.rest.some((arg) => arg === '--help' || arg === '-h')) {
    io.printOut(found?.command.help ?? GENERAL);
    return 0;
  }
  const run = found === null ? err(describeUnknown(first)) : await readCommand(found);
  if (run.ok) return run.value(io);
  io.printError(`${run.error}\n\n${found === null ? GENERAL : describeUsage(found)}`);
  // Git reads the code of its driver as a number of conflicts.
  return first === 'merge' ? CANNOT_MERGE : 2;
}

/** The command that arguments name, and the arguments after its name. */
interface FoundCommand {
  readonly name: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

/** Null where they name none. */
function findCommand(args: readonly string[]): FoundCommand | null {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = COMMANDS.get(name);
    if (command !== undefined) return { name, command, rest: args.slice(words) };
  }
  return null;
}

async function readCommand({ name, command, rest }: FoundCommand): Promise<ReturnType<ReadCommand>> {
  const read = await command.load();
  try {
    return read(rest);
  } catch (error) {
    return err(describeMisuse(error, name));
  }
}

function describeUnknown(name: string): string {
  const names = [...COMMANDS.keys()].filter((each) => !each.includes(' '));
  return `There is no command "${name}". Commands: ${names.join(', ')}.`;
}

/** What follows an error in the arguments of a command: how it is used, and where its options are explained. */
function describeUsage({ name, command }: FoundCommand): string {
  const [usage = ''] = command.help.split('\n\n');
  return `Usage:\n${usage.replace(/^/gm, '  ')}\n\nOptions: \`signalbox ${name} --help\`.\n`;
}
