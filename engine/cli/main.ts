import { ENGINE_VERSION } from '../hosts/node/index.ts';
import { CommandError, tellError } from './arguments/CommandError.ts';
import type { CommandIo, ProcessIo } from './CommandIo.ts';
import { COMMANDS, type Command } from './commands.ts';
import { GENERAL } from './print/help.ts';
import { printJson } from './print/printResult.ts';
import { createPrint } from './print/terminal.ts';

/** The command line (format.md 11): runs one command and answers with the exit code. Arguments without the program's name. */
export async function main(args: readonly string[], given: ProcessIo): Promise<number> {
  const io = guardIo(args, given);
  const code = await runCommand(args, io);
  // A command that was stopped before it began did not fail by what it was given.
  return code === 2 && io.signal.aborted && args[0] !== 'merge' ? 1 : code;
}

function guardIo(args: readonly string[], { writeOut, writeError, ...io }: ProcessIo): CommandIo {
  const mayColor = !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb';
  return {
    ...io,
    printOut: createPrint(writeOut, mayColor && io.isOutTerminal),
    printError: createPrint(writeError, mayColor && io.isErrorTerminal),
    isJson: asksJson(args),
  };
}

/** Whether arguments ask for JSON: known before they are read, since they may be wrong. */
function asksJson(args: readonly string[]): boolean {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  return options.some(
    (arg, index) => /^--(json|format=json)$/.test(arg) || (arg === '--format' && options[index + 1] === 'json'),
  );
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
  try {
    if (found === null) throw unknown(first);
    const { read } = await found.command.load();
    return await read(found.rest)(io);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const isMisuse = error.code === 'BAD_ARGUMENT' || error.code === 'UNKNOWN_COMMAND';
    const help = `signalbox ${found === null ? '' : `${found.name} `}--help`;
    const exit = tellError(io, error);
    if (isMisuse) io.printError(`\n${found === null ? GENERAL : describeUsage(found)}`);
    if (io.isJson) printJson(io, error.toJson(isMisuse ? help : undefined));
    return found?.command.failure ?? exit;
  }
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

function unknown(name: string): CommandError {
  const names = [...COMMANDS.keys()].filter((each) => !each.includes(' '));
  return new CommandError('UNKNOWN_COMMAND', `There is no command "${name}". Commands: ${names.join(', ')}.`);
}

/** What follows an error in the arguments of a command: how it is used, and where its options are explained. */
function describeUsage({ name, command }: FoundCommand): string {
  const [usage = ''] = command.help.split('\n\n');
  return `Usage:\n${usage.replace(/^/gm, '  ')}\n\nOptions: \`signalbox ${name} --help\`.\n`;
}
