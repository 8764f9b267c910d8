import { isTestFile } from '../../model/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type FileReport, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, findSources } from '../readFiles.ts';

/** The test files that arguments name, and what is wrong with those that name none. */
export async function findTests(
  io: CommandIo,
  names: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly wrong: readonly FileReport[] }> {
  const { files, unreadable } = await findSources(io, names);
  const wrong = unreadable.map(toUnreadableReport);
  const tests = files.filter(({ path: name }) => isTestFile(name));
  for (const { path: name, within } of files)
    if (within === null && !isTestFile(name))
      wrong.push(
        toUnreadableReport({ path: name, message: 'This is no test file: its name does not end with .test.yaml.' }),
      );
  if (tests.length === 0 && wrong.length === 0)
    wrong.push(toUnreadableReport({ path: names.join(' '), message: 'There is no test file here: NAME.test.yaml.' }));
  return { files: tests, wrong };
}
