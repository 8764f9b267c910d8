import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import type { CommandIo } from '../CommandIo.ts';

/** Writes a file that a command is asked for. Throws a `CommandError`. */
export async function writeResult(io: CommandIo, file: string, text: string): Promise<void> {
  try {
    await writeFile(path.resolve(io.folder, file), text);
  } catch (error) {
    throw new CommandError('UNWRITABLE_FILE', `${file}: ${describeWriteProblem(error)}`, { place: file });
  }
}
