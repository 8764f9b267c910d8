import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeWriteProblem } from '../../../hosts/node/index.ts';
import { gridsToChatLines, gridsToCsv } from '../../../proof/index.ts';
import type { CommandIo } from '../../CommandIo.ts';
import type { GridOptions } from '../parseTest.ts';
import type { TestedFile } from '../TestedFile.ts';

/** Writes the results of datasets as a table, and as lines of JSON; false, after saying why, where one cannot be written. */
export async function writeGrids(
  io: CommandIo,
  { csv, jsonl }: GridOptions,
  tested: readonly TestedFile[],
): Promise<boolean> {
  const grids = tested.flatMap(({ path: name, grids: own }) => own.map((grid) => ({ path: name, grid })));
  for (const [file, format] of [
    [csv, async () => `${await gridsToCsv(grids)}\n`],
    [jsonl, async () => gridsToChatLines(grids)],
  ] as const) {
    if (file === null) continue;
    try {
      await writeFile(path.resolve(io.folder, file), await format());
    } catch (error) {
      io.printError(`${file}: ${describeWriteProblem(error)}\n`);
      return false;
    }
  }
  return true;
}
