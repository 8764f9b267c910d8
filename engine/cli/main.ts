import { assertNever, loadPatterns } from '../base/index.ts';
import { ENGINE_VERSION } from '../hosts/node/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { runCheckCommand } from './checkCommand.ts';
import { helpText } from './help.ts';
import { parseCommand } from './parseCommand.ts';
import { runRunCommand } from './runCommand.ts';

/** The command line (format.md 11): runs one command and answers with the exit code. Arguments without the program's name. */
export async function main(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const command = parseCommand(args);
  if (!command.ok) {
    io.writeError(`${command.error}\n\n${helpText(null)}`);
    return 2;
  }
  switch (command.value.name) {
    case 'help':
      io.writeOut(helpText(command.value.topic));
      return 0;
    case 'version':
      io.writeOut(`${ENGINE_VERSION}\n`);
      return 0;
    case 'check':
      await loadPatterns();
      return runCheckCommand(io, command.value);
    case 'run':
      await loadPatterns();
      return runRunCommand(io, command.value);
    default:
      return assertNever(command.value);
  }
}
