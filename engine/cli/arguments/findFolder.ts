import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CommandIo } from '../CommandIo.ts';
import { CommandError } from './CommandError.ts';

/** A folder that a command names, as an absolute path. Throws a `CommandError` where it is none. */
export async function findFolder(io: CommandIo, name: string): Promise<string> {
  const folder = path.resolve(io.folder, name);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return folder;
  const message =
    found === null
      ? `There is no folder ${folder}. Make it, or name another one.`
      : `${folder} is a file. Name a folder, such as ${path.dirname(folder)}. To run a file, use signalbox run.`;
  throw new CommandError('UNREADABLE_FILE', message, { place: name });
}
