import type { CommandIo, ExitCode } from './CommandIo.ts';
import { onOneLine } from './print/terminal.ts';

/** Says why a command ends, on the lines that the message has, and answers with the exit code. */
export function refuse(io: Pick<CommandIo, 'printError'>, message: string, code: ExitCode = 2): ExitCode {
  io.printError(...message.split('\n').map((line) => `${onOneLine(line)}\n`));
  return code;
}
