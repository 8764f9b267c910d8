import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../base/index.ts';
import { backupState, restoreState } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import type { BackupCommand } from './parseBackup.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox backup` copies a state folder, also one that is served; `signalbox restore` puts a copy in the place of one. */
export async function runBackupCommand(io: CommandIo, command: BackupCommand): Promise<ExitCode> {
  const state = stateFolder(io, command);
  const copy = path.resolve(io.folder, command.copy);
  try {
    return command.name === 'backup' ? backUp(io, state, copy) : await restore(io, copy, state);
  } catch (error) {
    return refuse(io, onOneLine(messageOf(error)));
  }
}

function backUp(io: CommandIo, state: string, copy: string): ExitCode {
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

async function restore(io: CommandIo, copy: string, state: string): Promise<ExitCode> {
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
