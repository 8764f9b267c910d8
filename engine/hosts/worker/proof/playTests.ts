import { loadPatterns } from '../../../base/index.ts';
import type { HostPorts } from '../../../effects/index.ts';
import { analyze } from '../../../graph/index.ts';
import { Coverage, findSubjects, runTest, type TestPorts, type TestSubject } from '../../../proof/index.ts';
import { readTestFile, workflowOf } from '../../../testFile/index.ts';
import type { FoundTests, PlayedVerdict, TestRun, TestsRequest } from '../protocol/Tests.ts';

/** Plays tests of a file one after the other, as `signalbox test` does: the same verdicts, byte for byte. */
export async function playTests(
  request: TestsRequest,
  ports: HostPorts,
  deliver: (played: PlayedVerdict) => boolean | Promise<boolean>,
): Promise<FoundTests> {
  const { found, subjects } = await readTests(request);
  const [first] = subjects;
  const coverage = first === undefined ? null : new Coverage(first.analysis);
  let played = 0;
  for (const [index, subject] of subjects.entries()) {
    if (request.only !== null && !request.only.includes(index)) continue;
    const result = await runTest(subject, toTestPorts(ports));
    coverage?.add(result.played);
    played += 1;
    if (!(await deliver({ index, verdict: result.verdict }))) break;
  }
  return { ...found, coverage: coverage === null || played < subjects.length ? null : coverage.list() };
}

/** Plays one test and answers with its run; null where there is no such test, or its file has errors. */
export async function playTestRun(request: TestsRequest, index: number, ports: HostPorts): Promise<TestRun | null> {
  const { found, subjects } = await readTests(request);
  const subject = subjects[index];
  const source = found.workflow === null ? undefined : request.files.get(found.workflow);
  if (subject === undefined || found.workflow === null || source === undefined) return null;
  const { played } = await runTest(subject, toTestPorts(ports));
  return { path: found.workflow, source, events: played.events };
}

function toTestPorts({ runScript }: HostPorts): TestPorts {
  return runScript === undefined ? {} : { runScript };
}

async function readTests({ path, text, files }: TestsRequest): Promise<{
  readonly found: FoundTests;
  readonly subjects: readonly TestSubject[];
}> {
  await loadPatterns();
  const { file, findings } = readTestFile(text);
  const workflow = workflowOf(path, file.workflow);
  const source = workflow === null ? undefined : files.get(workflow);
  for (const { cassette } of file.tests)
    if (cassette !== null)
      findings.add('TEST_CASSETTE', cassette.path, `Recorded runs are read by signalbox test alone: ${cassette.file}.`);
  if (source === undefined) {
    const at = file.workflow === null ? [] : ['workflow'];
    findings.add('TEST_WORKFLOW', at, `There is no “${workflow ?? file.workflow ?? ''}” in the workspace.`);
  }
  const { subjects, errors } =
    workflow === null || source === undefined
      ? { subjects: [], errors: [] }
      : findSubjects({ file, findings }, analyze(workflow, source, undefined, files));
  const wrong = [
    { path, diagnostics: findings.all },
    { path: workflow ?? '', diagnostics: errors },
  ].filter(({ diagnostics }) => diagnostics.length > 0);
  const tests = file.tests.map(({ name, path: at }) => ({ name, at: findings.placeOf(at) }));
  const datasets = file.datasets.map(({ test: { name, path: at } }) => ({ name, at: findings.placeOf(at) }));
  return { found: { workflow, tests, datasets, wrong, coverage: null }, subjects };
}
