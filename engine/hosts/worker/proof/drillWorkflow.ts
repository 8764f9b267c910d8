import { err, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../../check/index.ts';
import { type Analysis, analyze } from '../../../graph/index.ts';
import { type DrillCell, type Drilled, drill, playCell, saveTest, simulatedTest } from '../../../proof/index.ts';
import { readTestFile } from '../../../testFile/index.ts';
import type { DrillNews, DrillOutcome, DrillRequest, OpenedCell } from '../protocol/Tests.ts';
import { readTests, type TestHost } from './playTests.ts';

/** Injects each fault into each task of a workflow, and into each tool call of its agent, as `signalbox drill` does; `deliver` says whether to continue. */
export async function drillWorkflow(
  request: DrillRequest,
  host: TestHost,
  deliver: (news: DrillNews) => boolean | Promise<boolean>,
): Promise<DrillOutcome> {
  const drilled = await readDrilled(request, host);
  if (!drilled.ok) return { unreached: [], unplayed: [], wrong: drilled.error };
  const { unreached, unplayed } = await drill({
    ...drilled.value,
    ...(request.first === undefined ? {} : { first: request.first }),
    onCell: (cell, progress) => deliver({ cell, ...progress }),
  });
  return { unreached, unplayed, wrong: [] };
}

/** Plays the run of one cell again; null where there is none. */
export async function playDrillCell(
  request: DrillRequest,
  cell: Pick<DrillCell, 'place' | 'fault' | 'test'>,
  host: TestHost,
): Promise<OpenedCell | null> {
  const { path, files } = request;
  const source = files.get(path);
  const drilled = await readDrilled(request, host);
  const run = drilled.ok ? await playCell(drilled.value, cell) : undefined;
  if (run === undefined || source === undefined) return null;
  return { path, source, events: run.events, struckAt: run.struckAt };
}

/** A workflow with the runs that faults are put into; the error is what is wrong, by file. */
async function readDrilled(request: DrillRequest, host: TestHost): Promise<Result<Drilled, DrillOutcome['wrong']>> {
  const { path, files } = request;
  await loadPatterns();
  const source = files.get(path) ?? '';
  const analysis = analyze(path, source, undefined, files);
  const problems = checkAnalysis(analysis);
  if (blocksRun(problems)) return err([{ path, diagnostics: problems.filter(({ severity }) => severity === 'error') }]);
  return readRuns(request, analysis, host);
}

async function readRuns(
  { path, files, source }: DrillRequest,
  analysis: Analysis,
  host: TestHost,
): Promise<Result<Drilled, DrillOutcome['wrong']>> {
  const { ports } = host;
  const drilled = { analysis, ports, isSimulated: false };
  switch (source.kind) {
    case 'simulation':
      return ok({ ...drilled, tests: [{ test: simulatedTest(analysis, {}) }], isSimulated: true });
    case 'run': {
      const saved = await saveTest({ analysis, events: source.events, name: 'the run', text: '' }, ports);
      const tests = saved.ok ? readTestFile(saved.value.text).file.tests : [];
      return saved.ok ? ok({ ...drilled, tests: tests.map((test) => ({ test })) }) : err([]);
    }
    default: {
      const { found, subjects } = await readTests({ ...source, files }, host);
      if (found.wrong.length > 0 || found.workflow !== path) return err(found.wrong);
      const chosen = subjects.filter((_, index) => source.only === null || source.only === index);
      return ok({ ...drilled, tests: chosen });
    }
  }
}
