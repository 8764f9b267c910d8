import path from 'node:path';
import { isTestFile } from '../../model/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type FileReport, toUnreadableReport } from '../print/reports.ts';
import { type FoundFile, findSources, type UnreadableFile } from '../readFiles.ts';

/** The test files that arguments name, and what is wrong with those that name none. */
export async function findTests(
  io: CommandIo,
  names: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly wrong: readonly FileReport[] }> {
  const { files, unreadable } = await findSources(io, names);
  const wrong = unreadable.map((each) =>
    toUnreadableReport(each.isEmpty === true ? explainNone(io, [each.path]) : each),
  );
  const tests = files.filter(({ path: name }) => isTestFile(name));
  for (const { path: name, within } of files)
    if (within === null && !isTestFile(name))
      wrong.push(toUnreadableReport({ path: name, message: explainOther(name) }));
  if (tests.length === 0 && wrong.length === 0) wrong.push(toUnreadableReport(explainNone(io, names)));
  return { files: tests, wrong };
}

/** That a file is no test file, and where the tests of it would be. */
function explainOther(name: string): string {
  const tests = name.replace(/(\.ya?ml)$/i, '.test$1');
  const hint = tests === name ? '' : ` Tests of this workflow belong in ${tests}.`;
  return `This is not a test file: its name does not end with .test.yaml.${hint}`;
}

/** That folders hold no test, where that was looked for, and what to do. */
function explainNone({ folder }: CommandIo, names: readonly string[]): UnreadableFile {
  const places = names.map((name) => path.resolve(folder, name)).join(', ');
  return {
    path: names.join(' '),
    message:
      `There is no test file here. Looked in ${places} and in the folders below, without node_modules and those whose names begin ` +
      'with a dot, for names that end with .test.yaml or .test.yml. Write one next to its workflow, or name a file or another folder: ' +
      'signalbox test FOLDER.',
  };
}
