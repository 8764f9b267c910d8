import { type JsonObject, messageOf, type Result } from '../../base/index.ts';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import type { UnreadableFile } from '../readFiles.ts';

/** What keeps a command from what it was asked, by stable codes: the exit code of each, and what it means, which `docs/cli.md` lists. */
export const COMMAND_ERRORS = {
  UNKNOWN_COMMAND: [2, 'there is no command of this name'],
  BAD_ARGUMENT: [2, 'an option or an argument is unknown, or does not fit'],
  UNREADABLE_FILE: [2, 'a file or a folder is not there, or cannot be read'],
  INVALID_FILE: [2, 'a file can be read, but its content is wrong'],
  UNKNOWN_NAME: [2, 'nothing has the given name or id'],
  UNAVAILABLE: [2, 'something that the command needs is missing or refuses: a port, a server, git'],
  CHANGED: [1, 'what was asked no longer applies, or the result differs from what was expected'],
  IN_USE: [3, 'another process executes the run, or serves the folder'],
  UNWRITABLE_FILE: [4, 'something could not be written'],
} as const satisfies Readonly<Record<string, readonly [ExitCode, string]>>;

export type CommandErrorCode = keyof typeof COMMAND_ERRORS;

/** Where and what next. */
interface Advice {
  /** An option, such as `--port`, or a file. */
  readonly place?: string;
  /** A command, or a sentence. */
  readonly next?: string;
}

/** Why a command ends without what it was asked. Thrown by what a command consists of, and told where commands are run. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;
  readonly advice: Advice;

  /** `message`: whole sentences, each line of which is shown by itself. */
  constructor(code: CommandErrorCode, message: string, advice: Advice = {}) {
    super(message);
    this.code = code;
    this.advice = advice;
  }

  get exit(): ExitCode {
    return COMMAND_ERRORS[this.code][0];
  }

  /** As JSON has it. `next`: what to do where it does not say so itself. */
  toJson(next?: string): JsonObject {
    const { code, message, advice } = this;
    return {
      error: { code, message, ...advice, ...(advice.next === undefined && next !== undefined ? { next } : {}) },
    };
  }
}

/** Says why a command ends, in lines for a person; answers with its exit code. */
export function tellError(io: CommandIo, error: CommandError): ExitCode {
  io.printError(...error.message.split('\n').map((line) => `${onOneLine(line)}\n`));
  return error.exit;
}

/** The value of a result; an error, which is in sentences, ends the command. */
export function needed<T>(result: Result<T, string>, code: CommandErrorCode, advice?: Advice): T {
  if (result.ok) return result.value;
  throw new CommandError(code, result.error, advice);
}

/** That a file cannot be read. */
export function unreadable({ path, message }: UnreadableFile): CommandError {
  return new CommandError('UNREADABLE_FILE', `${path}: ${message}`, { place: path });
}

/** What `work` comes to; an `Error` of it that is for the user ends the command. */
export async function attempt<T>(code: CommandErrorCode, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(code, code === 'UNWRITABLE_FILE' ? describeWriteProblem(error) : messageOf(error));
  }
}
