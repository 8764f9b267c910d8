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

/** The tests of a file, and what keeps them from being played. */
export interface FoundSubjects {
  /** In the order of the file; empty where something keeps all of them from being played. */
  readonly subjects: readonly TestSubject[];
  /** What is wrong in the file outside of single tests. What is wrong inside of one is that test's failure. */
  readonly blocking: readonly Diagnostic[];
  /** The errors that keep the workflow from running. */
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
  const byTest = file.tests.map(({ path }) => findings.inside(path));
  const own = new Set(byTest.flat());
  const blocking = findings.all.filter((diagnostic) => !own.has(diagnostic));
  if (errors.length > 0 || blocking.length > 0) return { subjects: [], blocking, errors };
  const subjects = file.tests.map((test, index) => {
    const cassette = test.cassette === null ? undefined : cassettes.get(test.cassette.file);
    const faults = byTest[index] ?? [];
    return {
      analysis,
      test,
      findings,
      ...(cassette === undefined ? {} : { cassette }),
      ...(faults.length === 0 ? {} : { faults }),
    };
  });
  return { subjects, blocking, errors };
}
