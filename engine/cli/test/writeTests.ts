import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommandIo } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { onOneLine } from '../print/terminal.ts';
import { type FoundFile, readSource } from '../readFiles.ts';
import { type ReadTests, readTests } from './readTests.ts';

interface Writing {
  /** The new text of the file. */
  readonly text: string;
  readonly found: FoundFile;
  readonly io: CommandIo;
  readonly reader: ImportReader;
}

/**
 * Writes a test file, and answers with its tests as they are then: those that were chosen before, and its datasets. Where the file was changed meanwhile, nothing is
 * written and `read` is the answer. Rejects where it cannot be written.
 */
export async function writeTests(read: ReadTests, { text, found, io, reader }: Writing): Promise<ReadTests> {
  const now = await readSource(io, read.path, found.within);
  if (!now.ok || now.value.text !== read.text) {
    io.printError(`${onOneLine(read.path)} was changed meanwhile, and is left as it is. Run the command once more.\n`);
    return read;
  }
  await writeFile(path.resolve(io.folder, read.path), text);
  const names = new Set(read.subjects.map(({ test }) => test.name));
  const again = await readTests(io, reader, found);
  return { ...again, subjects: again.subjects.filter(({ test }) => names.has(test.name)), datasets: read.datasets };
}
