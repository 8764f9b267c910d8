import { blocksRun, checkAnalysis } from '../check/index.ts';
import type { Analysis } from '../graph/index.ts';
import { checkTests, type Findings, type TestFile } from '../testFile/index.ts';
import type { Diagnostic } from '../text/index.ts';
import type { GivenCassette } from './play/RecordedCalls.ts';
import type { TestSubject } from './runTest.ts';

/** A test file that was read, with what is wrong in it so far. */
export interface ReadTestFile {
  readonly file: TestFile;
  readonly findings: Findings;
}

/** The tests of a file, and the errors that keep its workflow from running. */
export interface FoundSubjects {
  /** In the order of the file; empty where something is wrong in it, or in its workflow. */
  readonly subjects: readonly TestSubject[];
  readonly errors: readonly Diagnostic[];
}

/**
 * Checks a test file against its workflow, which adds to its findings, and makes its tests ready to be played. Patterns must be
 * loaded. `cassettes`: the recorded runs that tests name, by their names.
 */
export function findSubjects(
  { file, findings }: ReadTestFile,
  analysis: Analysis,
  cassettes: ReadonlyMap<string, GivenCassette> = new Map(),
): FoundSubjects {
  const found = checkAnalysis(analysis);
  const errors = blocksRun(found) ? found.filter(({ severity }) => severity === 'error') : [];
  if (errors.length === 0) checkTests(file, analysis, findings);
  if (errors.length > 0 || findings.all.length > 0) return { subjects: [], errors };
  const subjects = file.tests.map((test) => {
    const cassette = test.cassette === null ? undefined : cassettes.get(test.cassette.file);
    return { analysis, test, findings, ...(cassette === undefined ? {} : { cassette }) };
  });
  return { subjects, errors };
}
