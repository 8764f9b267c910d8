import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { err, messageOf, ok, type Result } from '../../base/index.ts';
import { backupState, restoreState } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { refuse } from '../refuse.ts';
import { type ReadCommand, toCommand } from '../toCommand.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox backup` copies a state folder, also one that is served. */
export const backupCommand = copyCommand('backup', backUp);

/** `signalbox restore` puts a copy in the place of a state folder. */
export const restoreCommand = copyCommand('restore', restore);

/** The folder of a copy, and the state folder; absolute. */
interface Copied {
  readonly copy: string;
  readonly state: string;
}

function copyCommand(name: string, act: (io: CommandIo, copied: Copied) => ExitCode | Promise<ExitCode>): ReadCommand {
  const parse = (args: readonly string[]): Result<Parameters<typeof stateFolder>[1] & Pick<Copied, 'copy'>, string> => {
    const { values, positionals } = readArguments(args, { state: { type: 'string' } });
    const [copy, folder = '.', ...others] = positionals;
    if (copy === undefined) return err(`Name the folder of the copy: signalbox ${name} COPY [FOLDER].`);
    if (others.length > 0) return err(`Name one copy and at most one folder. Use signalbox ${name} COPY [FOLDER].`);
    if (copy === '' || folder === '' || values.state === '')
      return err('The name of a folder is empty. Is a variable of your shell unset?');
    return ok({ copy, folder, state: values.state ?? null });
  };
  return toCommand(parse, async (io, command) => {
    try {
      return await act(io, { copy: path.resolve(io.folder, command.copy), state: stateFolder(io, command) });
    } catch (error) {
      return refuse(io, onOneLine(messageOf(error)));
    }
  });
}

function backUp(io: CommandIo, { copy, state }: Copied): ExitCode {
  if (!existsSync(path.join(state, 'runs')))
    return refuse(
      io,
      `There are no runs in ${onOneLine(state)}. Name the folder that is served: signalbox backup COPY FOLDER.`,
    );
  if (existsSync(copy))
    return refuse(io, `${onOneLine(copy)} already exists. Name a new folder: each copy needs its own.`);
  // The copy is whole under its name, or not there.
  const part = `${copy}.part`;
  rmSync(part, { recursive: true, force: true });
  const runs = backupState(state, part, new Date());
  renameSync(part, copy);
  io.printError(`${count(runs)} copied to ${onOneLine(copy)}.\n`);
  return 0;
}

async function restore(io: CommandIo, { copy, state }: Copied): Promise<ExitCode> {
  const restored = await restoreState(copy, state, ({ pid }) =>
    io.printError(`Checking whether process ${pid} still serves ${onOneLine(state)} …\n`),
  );
  if (restored.ok) {
    io.printError(
      `${count(restored.value)} restored to ${onOneLine(state)}. Unfinished runs continue when the folder is served.\n`,
    );
    return 0;
  }
  return refuse(io, onOneLine(restored.error.message), restored.error.isOwned ? 3 : 2);
}

function count(runs: number): string {
  return `${runs} ${runs === 1 ? 'run' : 'runs'}`;
}
