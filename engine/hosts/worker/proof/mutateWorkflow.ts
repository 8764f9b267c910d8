import { loadPatterns } from '../../../base/index.ts';
import { analyze } from '../../../graph/index.ts';
import { runMutants, runTest, type TestSubject } from '../../../proof/index.ts';
import type { MutationOutcome, MutationProgress, MutationRequest } from '../protocol/Mutation.ts';
import { readTests, type TestHost } from './playTests.ts';

/** Changes a workflow in one place at a time and plays its tests on it, as `signalbox test --mutate` does; `goesOn` says whether to continue. */
export async function mutateWorkflow(
  { path, files, tests }: MutationRequest,
  host: TestHost,
  goesOn: (progress: MutationProgress) => boolean | Promise<boolean>,
): Promise<MutationOutcome> {
  await loadPatterns();
  const nothing = { mutants: 0, found: 0, survivors: [], wrong: [], failing: [] };
  const subjects: TestSubject[] = [];
  for (const file of tests) {
    const read = await readTests({ ...file, files }, host);
    if (read.found.wrong.length > 0) return { ...nothing, wrong: read.found.wrong };
    subjects.push(...read.subjects);
  }
  const { ports } = host;
  const failing: string[] = [];
  for (const subject of subjects) if (!(await runTest(subject, ports)).verdict.passed) failing.push(subject.test.name);
  if (failing.length > 0) return { ...nothing, failing };
  const report = await runMutants({
    analysis: analyze(path, files.get(path) ?? '', undefined, files),
    tests: subjects,
    ports,
    analyze: (text) => analyze(path, text, undefined, new Map(files).set(path, text)),
    goesOn: (done, total) => goesOn({ done, total }),
  });
  return { ...report, wrong: [], failing: [] };
}
