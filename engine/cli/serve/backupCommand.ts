import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backupState, restoreState } from '../../service/index.ts';
import { defineArguments } from '../arguments/Arguments.ts';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import { file, misuse } from '../arguments/options.ts';
import { type LoadedCommand, toCommand } from '../arguments/toCommand.ts';
import type { CommandIo } from '../CommandIo.ts';
import { printJson } from '../print/printResult.ts';
import { count, onOneLine } from '../print/terminal.ts';
import { cannotOpen, stateFolder, tellWait } from './stateFolder.ts';

/** `signalbox backup` copies a state folder, also one that is served. */
export const backupCommand = copyCommand('backup', backUp);

/** `signalbox restore` puts a copy in the place of a state folder. */
export const restoreCommand = copyCommand('restore', restore);

/** The folder of a copy, and the state folder; absolute. */
interface Copied {
  readonly copy: string;
  readonly state: string;
}

/** `act`: answers with how many runs it copied, and rejects with an `Error` for the user. */
function copyCommand(name: string, act: (io: CommandIo, copied: Copied) => number | Promise<number>): LoadedCommand {
  const given = defineArguments(name, { state: file }, ({ state }, [copy, folder = '.', ...others]) => {
    if (copy === undefined) throw misuse(`Name the folder of the copy: signalbox ${name} COPY [FOLDER].`);
    if (others.length > 0) throw misuse(`Name one copy and at most one folder. Use signalbox ${name} COPY [FOLDER].`);
    return { copy, folder, state };
  });
  return toCommand(given, async (io, command) => {
    const copied = { copy: path.resolve(io.folder, command.copy), state: stateFolder(io, command) };
    const runs = await attempt('UNAVAILABLE', () => act(io, copied));
    if (io.isJson) printJson(io, { ...copied, runs });
    return 0;
  });
}

function backUp(io: CommandIo, { copy, state }: Copied): number {
  if (!existsSync(path.join(state, 'runs'))) {
    const next = 'Name the folder that is served: signalbox backup COPY FOLDER.';
    throw new CommandError('UNREADABLE_FILE', `There are no runs in ${state}. ${next}`, { place: state });
  }
  if (existsSync(copy))
    throw new CommandError('UNWRITABLE_FILE', `${copy} already exists. Name a new folder: each copy needs its own.`, {
      place: copy,
    });
  // The copy is whole under its name, or not there.
  const part = `${copy}.part`;
  rmSync(part, { recursive: true, force: true });
  const runs = backupState(state, part, new Date());
  renameSync(part, copy);
  io.printError(`${count(runs, 'run')} copied to ${onOneLine(copy)}.\n`);
  return runs;
}

async function restore(io: CommandIo, { copy, state }: Copied): Promise<number> {
  const restored = await restoreState(copy, state, ({ pid }) => tellWait(io, pid, state));
  if (!restored.ok) throw cannotOpen(restored.error);
  const next = 'Unfinished runs continue when the folder is served.';
  io.printError(`${count(restored.value, 'run')} restored to ${onOneLine(state)}. ${next}\n`);
  return restored.value;
}
