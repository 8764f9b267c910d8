import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import type { CommandIo } from '../CommandIo.ts';

/** Writes a file of results; false, after saying why, where that cannot be done. */
export async function writeResult(io: CommandIo, file: string, text: string): Promise<boolean> {
  try {
    await writeFile(path.resolve(io.folder, file), text);
    return true;
  } catch (error) {
    io.printError(`${file}: ${describeWriteProblem(error)}\n`);
    return false;
  }
}
