import { isJsonObject, type Json, loadPatterns, type Result } from '../../../base/index.ts';
import { SHIPPED_PRICES } from '../../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { formatDuration } from '../../../model/index.ts';
import {
  Coverage,
  findSubjects,
  giveLive,
  isLive,
  type LiveFile,
  runTest,
  type TestPorts,
  type TestSubject,
  type UpdatedTest,
  updateTest,
} from '../../../proof/index.ts';
import { answersFileOf, readTestFile, type TestCase, workflowOf } from '../../../testFile/index.ts';
import type { Refusal } from '../../../text/index.ts';
import type { FoundTests, PlayedVerdict, TestRun, TestsRequest } from '../protocol/Tests.ts';
import type { CassetteReader } from './CassetteReader.ts';
import { type LiveContext, openLive } from './openLive.ts';

/** What tests are played with. */
export interface TestHost {
  readonly ports: TestPorts;
  readonly cassettes: CassetteReader;
  /** A file of the workspace or of this device that the page did not send; the error is a sentence for the user. */
  readonly readFile: (path: string) => Promise<Result<string, string>>;
  /** Where what was asked for real is kept. */
  readonly live: LiveContext;
}

/** Plays tests of a file one after the other, as `signalbox test` does: the same verdicts, byte for byte. */
export async function playTests(
  request: TestsRequest,
  host: TestHost,
  deliver: (played: PlayedVerdict) => boolean | Promise<boolean>,
): Promise<FoundTests> {
  const { found, subjects } = await readTests(request, host);
  const [first] = subjects;
  const coverage = first === undefined ? null : new Coverage(first.analysis);
  const live = await openKept(request, subjects, host);
  let played = 0;
  for (const [index, subject] of subjects.entries()) {
    if (request.only !== null && !request.only.includes(index)) continue;
    const result = await runTest(...giveLive(subject, host.ports, live));
    coverage?.add(result.played);
    played += 1;
    if (!(await deliver({ index, verdict: result.verdict }))) break;
  }
  return { ...found, coverage: coverage === null || played < subjects.length ? null : coverage.list() };
}

/** Plays one test and answers with its run; null where there is no such test, or its file has errors. */
export async function playTestRun(request: TestsRequest, index: number, host: TestHost): Promise<TestRun | null> {
  const one = await playOne(request, index, host);
  return one && { path: one.analysis.path, source: one.analysis.syntax.text, events: one.played.events };
}

/** What a failed test becomes that expects its result; null where there is none, or it cannot be played. */
export async function updateTestOf(
  request: TestsRequest,
  index: number,
  host: TestHost,
): Promise<Result<UpdatedTest, Refusal> | null> {
  const one = await playOne(request, index, host);
  return one && updateTest({ ...one, text: request.text });
}

async function playOne(request: TestsRequest, index: number, host: TestHost) {
  const { subjects } = await readTests(request, host);
  const subject = subjects[index];
  if (subject === undefined || subject.faults !== undefined) return null;
  const live = await openKept(request, subjects, host);
  const { played } = await runTest(...giveLive(subject, host.ports, live));
  return { analysis: subject.analysis, test: subject.test, played };
}

/** What was kept of what tests asked for real; null where no test asks for anything. Nothing is asked here. */
async function openKept(
  { path, files }: Pick<TestsRequest, 'path' | 'files'>,
  subjects: readonly TestSubject[],
  { readFile, live }: TestHost,
): Promise<LiveFile | null> {
  const [first] = subjects;
  if (first === undefined || !subjects.some(isLive)) return null;
  const { analysis } = first;
  const tests = { testFile: path, path: analysis.path, workflow: effectiveWorkflow(analysis) };
  const text = await readAnswersFile(path, files, readFile);
  return openLive({ ...tests, text, prices: SHIPPED_PRICES, live: null }, live);
}

/** The file of answers next to a test file, as the page sent it or as this device has it; empty where there is none. */
export async function readAnswersFile(
  path: string,
  files: ReadonlyMap<string, string>,
  readFile: TestHost['readFile'],
): Promise<string> {
  const file = answersFileOf(path);
  const sent = files.get(file);
  if (sent !== undefined) return sent;
  const kept = await readFile(file);
  return kept.ok ? kept.value : '';
}

/** The tests of a file, ready to be played; none where something is wrong in it, in its workflow, or in a recorded run. */
export async function readTests(
  { path, text, files }: Omit<TestsRequest, 'only'>,
  { cassettes, readFile }: Pick<TestHost, 'cassettes' | 'readFile'>,
): Promise<{ readonly found: FoundTests; readonly subjects: readonly TestSubject[] }> {
  await loadPatterns();
  const { file, findings } = readTestFile(text);
  const workflow = workflowOf(path, file.workflow);
  const source = workflow === null ? undefined : files.get(workflow);
  if (source === undefined) {
    const at = file.workflow === null ? [] : ['workflow'];
    findings.add('TEST_WORKFLOW', at, `There is no “${workflow ?? file.workflow ?? ''}” in the workspace.`);
  }
  const recorded = await cassettes.readAll(file, {
    path,
    findings,
    readFile: async (name) => {
      const sent = files.get(name);
      return sent === undefined ? readFile(name) : { ok: true, value: sent };
    },
  });
  const { subjects, blocking, errors } =
    workflow === null || source === undefined
      ? { subjects: [], blocking: findings.all, errors: [] }
      : findSubjects({ file, findings }, analyze(workflow, source, undefined, files), recorded);
  const isBlocked = blocking.length + errors.length > 0;
  const wrong = [
    { path, diagnostics: isBlocked ? findings.all : [] },
    { path: workflow ?? '', diagnostics: errors },
  ].filter(({ diagnostics }) => diagnostics.length > 0);
  const tests = file.tests.map((test) => ({
    name: test.name,
    at: findings.placeOf(test.path),
    given: describeGiven(test),
    expected: describeExpected(test),
  }));
  const datasets = file.datasets.map(({ test: { name, path: at }, each }) => ({
    name,
    at: findings.placeOf(at),
    rows: typeof each === 'string' ? each : null,
  }));
  return { found: { workflow, tests, datasets, wrong, coverage: null, targets: file.coverage }, subjects };
}

/** What is said of the input of a test at most, in characters. */
const MOST = 120;

/** How many tasks of a way are named. */
const NAMED = 4;

/** What a test gives its run, in a line for a list of tests; empty where it gives nothing. */
export function describeGiven({ input, answers, pins = [], signals, cassette }: TestCase): string {
  const parts = [
    describeInput(input),
    cassette === null ? '' : 'a recorded run',
    count(answers.length, 'answered task', 'answered tasks'),
    count(pins.length, 'pinned task', 'pinned tasks'),
    count(signals.length, 'signal', 'signals'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What a test expects of its run, in a line for a list of tests. */
export function describeExpected({ expect }: TestCase): string {
  const { status, path, isExactPath, never, tasks, calls, output, equals, that, within } = expect;
  const parts = [
    { success: 'success', error: 'an error', cancelled: 'cancelled' }[status],
    path.length === 0 ? '' : `${isExactPath ? 'only ' : ''}${describeWay(path)}`,
    never.length === 0 ? '' : `never ${never.join(', ')}`,
    count(tasks.length, 'task in detail', 'tasks in detail'),
    count(calls.length, 'kind of call', 'kinds of calls'),
    equals !== undefined ? 'this output' : output !== undefined ? 'parts of the output' : '',
    count(that.length, 'condition', 'conditions'),
    within === null ? '' : `within ${formatDuration(within)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeInput(input: Json): string {
  const entries = isJsonObject(input) ? Object.entries(input).map(([key, value]) => `${key}: ${textOf(value)}`) : [];
  const text = isJsonObject(input) ? entries.join(', ') : textOf(input);
  return text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeWay(path: readonly string[]): string {
  if (path.length <= NAMED) return path.join(' → ');
  return `${path.slice(0, 2).join(' → ')} → … → ${path.at(-1)} (${path.length} tasks)`;
}

function count(many: number, one: string, more: string): string {
  return many === 0 ? '' : `${many} ${many === 1 ? one : more}`;
}
