import { err, layOver, loadPatterns, ok, type Result } from '../../../base/index.ts';
import type { MemoryHome } from '../../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { describeCall, giveLive, recordTest, runMutants, runTest, type TestSubject } from '../../../proof/index.ts';
import type { RecordedAnswers, RecordRequest } from '../protocol/Datasets.ts';
import type { PortEngine } from '../protocol/eventPort.ts';
import type { MutationOutcome, MutationProgress, MutationRequest } from '../protocol/Tests.ts';
import type { SecretBroker } from '../workspace/SecretBroker.ts';
import type { WorkspacePorts } from '../workspace/WorkspacePorts.ts';
import { answerProposal } from './answerProposal.ts';
import { askAuthor } from './askAuthor.ts';
import { CassetteReader } from './CassetteReader.ts';
import { drillWorkflow, playDrillCell } from './drillWorkflow.ts';
import { type LiveContext, openLive } from './openLive.ts';
import { addRows, playDataset, playDatasetRun } from './playDatasets.ts';
import { playTestRun, playTests, readAnswersFile, readTests, type TestHost, updateTestOf } from './playTests.ts';
import { type ProofContext, saveRunAsTest } from './saveRunAsTest.ts';

/** What the worker provides for tests. */
interface EnginePart extends Omit<LiveContext, 'fill' | 'portsOf'>, Pick<ProofContext, 'ports' | 'reader'> {
  readonly memory: MemoryHome;
  readonly secrets: SecretBroker;
}

/**
 * The tests of the workspace, as the engine answers for them; loaded with the first question. They may use memories and secrets where the
 * person lets them ask for real.
 */
export function openProof(
  given: EnginePart,
  workspace: WorkspacePorts,
  openRecorded: () => Promise<Pick<ProofContext, 'exportRun'>>,
) {
  const { memory, ports, reader, secrets } = given;
  const live: LiveContext = {
    ...given,
    fill: async (variables) => {
      await secrets.ready();
      return secrets.fill(variables);
    },
    portsOf: (run) => workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) }),
  };
  const exportRun: ProofContext['exportRun'] = async (runId) => (await openRecorded()).exportRun(runId);
  const context: ProofContext = { ports, reader, workspace, exportRun, live };
  const host: TestHost = {
    ports: ports.runScript === undefined ? {} : { runScript: ports.runScript },
    cassettes: new CassetteReader(reader),
    readFile: (path) => readFile(workspace, path),
    live,
  };
  return {
    saveTest: (run) => saveRunAsTest(run, host, context),
    playTests: (request, deliver) => playTests(request, host, deliver),
    playTestRun: (request, index) => playTestRun(request, index, host),
    updateTest: (request, index) => updateTestOf(request, index, host),
    recordTest: (request) => recordAnswers(request, host),
    playDataset: (request, before, deliver) => playDataset(request, { before, live: null }, { host, deliver }),
    askDataset: (request, asking, deliver) => playDataset(request, asking, { host, deliver }),
    playDatasetRun: (request, place) => playDatasetRun(request, place, host),
    addDataset: (rows) => addRows(rows),
    readKeptFile: async (path) => {
      const read = await host.readFile(path);
      return read.ok ? read.value : null;
    },
    keepFile: async (path, text) => {
      const kept = await workspace.files?.write(path, text);
      if (kept?.ok !== true) throw new Error(`“${path}” could not be kept. ${kept?.error ?? ''}`.trim());
    },
    askProposal: (question) => answerProposal(question),
    askAuthor: (request, onStep, stopped) => askAuthor(request, { host, context }, { onStep, stopped }),
    drill: (request, deliver) => drillWorkflow(request, host, deliver),
    playDrillCell: (request, cell) => playDrillCell(request, cell, host),
    mutate: (request, goesOn) => mutateWorkflow(request, host, goesOn),
  } satisfies Partial<PortEngine>;
}

/** A file of the workspace hides a stored one of the same path. */
async function readFile(
  { workflows, files }: ProofContext['workspace'],
  path: string,
): Promise<Result<string, string>> {
  const open = await workflows?.read(path);
  if (open?.ok === true) return open;
  return (await files?.read(path)) ?? err(`There is no “${path}” in the workspace.`);
}

/**
 * Makes for real the calls that a test has no answer for any more, as `signalbox test --record` does. The error says why that cannot be, as a
 * message for the user. Nothing is written.
 */
export async function recordAnswers(
  { index, prices, live, ...request }: RecordRequest,
  host: TestHost,
): Promise<Result<RecordedAnswers, string>> {
  const { path, text, files } = request;
  const { subjects } = await readTests(request, host);
  const subject = subjects[index];
  if (subject === undefined) return err('This test cannot be played as it is now. Run it to see why.');
  const { analysis } = subject;
  const tests = { testFile: path, path: analysis.path, workflow: effectiveWorkflow(analysis) };
  const kept = await readAnswersFile(path, files, host.readFile);
  const open = await openLive({ ...tests, text: kept, prices, live }, host.live);
  try {
    const [given, ports] = giveLive(subject, host.ports, open);
    const { test, cassette } = given;
    // What the recorded run had counts before what is not known, and what is set here before both.
    const env = layOver(
      layOver(open.unknown, cassette?.cassette.start.env ?? {}),
      layOver(open.given, subject.test.env),
    );
    const recorded = await recordTest({ ...given, test: { ...test, env }, text, ask: open.ask }, ports);
    if (!recorded.ok) return err(recorded.error.message);
    const asked = recorded.value.asked.map(({ call, changes }) => ({
      task: call.taskId,
      call: describeCall(call),
      changes,
    }));
    return ok({ ...recorded.value, asked });
  } finally {
    open.close();
  }
}

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
