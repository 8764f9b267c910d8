import type { Files } from '../../author/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import { type FoundSubjects, findSubjects } from '../../proof/index.ts';
import { readTestFile, workflowOf } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readCassettes } from '../test/readTests.ts';

/** The texts of a workspace before a change and after it. */
export interface States {
  readonly before: Files;
  readonly after: Files;
}

/** A test file, and the workflow that it is of. */
export interface TestPlace {
  readonly path: string;
  readonly workflow: string;
}

/** The analysis of a file of a workspace. */
export function analyzeFile(files: Files, path: string): Analysis {
  return analyze(path, files.get(path) ?? '', undefined, files);
}

/** The test files of a workspace. */
export function listTests(files: Files): readonly TestPlace[] {
  return [...files.keys()].filter(isTestFile).flatMap((path) => {
    const workflow = workflowOf(path, readTestFile(files.get(path) ?? '').file.workflow);
    return workflow === null ? [] : { path, workflow };
  });
}

/** The tests of a file of a workspace, ready to be played; none where there is no such file. */
export async function readSubjects(io: CommandIo, files: Files, { path, workflow }: TestPlace): Promise<FoundSubjects> {
  const text = files.get(path);
  if (text === undefined) return { subjects: [], blocking: [], errors: [] };
  const read = readTestFile(text);
  const place = { path, within: io.folder };
  const cassettes = await readCassettes(io, read.file, { place, findings: read.findings });
  return findSubjects(read, analyzeFile(files, workflow), cassettes);
}
