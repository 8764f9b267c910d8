import { err, isJsonObject, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { joinPath } from '../../../model/index.ts';
import {
  addDataset,
  type ComparedGrid,
  Coverage,
  compareGrids,
  type DatasetSubject,
  findDatasets,
  findSubjects,
  gridsToChatLines,
  gridsToCsv,
  playGridCell,
  readRows,
  runLiveDataset,
  takeLive,
} from '../../../proof/index.ts';
import { readTestFile, workflowOf } from '../../../testFile/index.ts';
import type {
  AddedRows,
  DatasetAnswers,
  DatasetCell,
  DatasetProgress,
  DatasetRequest,
  LiveRequest,
  PlayedDataset,
} from '../protocol/Datasets.ts';
import type { TestRun } from '../protocol/Tests.ts';
import { type OpenLive, openLive } from './openLive.ts';
import { readAnswersFile, type TestHost } from './playTests.ts';

/** What datasets are played with. */
export type DatasetHost = Pick<TestHost, 'ports' | 'readFile' | 'live'>;

interface Given {
  /** What it is compared with; null: nothing. */
  readonly before: ComparedGrid | null;
  /** Null: nothing is asked for real. What was kept is enough, or a call has no answer. */
  readonly live: LiveRequest | null;
}

/** Plays a dataset, as `signalbox test` does with `--live` and without. */
export async function playDataset(
  request: DatasetRequest,
  { before, live }: Given,
  { host, deliver }: { readonly host: DatasetHost; readonly deliver: Deliver },
): Promise<PlayedDataset> {
  const found = await findDataset(request, host);
  if (typeof found === 'string') return { ok: false, message: found };
  const total = found.cases.length * found.variants.length;
  let done = 0;
  let goesOn = true;
  const open = await openAnswers(request, { subject: found, live }, host);
  const coverage = new Coverage(found.analysis);
  try {
    const grid = await runLiveDataset(found, open, {
      ...host.ports,
      ...(live === null ? {} : { width: live.width }),
      goesOn: () => goesOn,
      onCell: async (_, played) => {
        done += 1;
        coverage.add(played);
        goesOn = (await deliver({ done, total, answers: countAnswers(open) })) && goesOn;
      },
    });
    const named = [{ path: request.path, grid }];
    return {
      ok: true,
      grid,
      comparison: before === null ? null : compareGrids(before, grid),
      answers: countAnswers(open),
      table: await gridsToCsv(named),
      lines: gridsToChatLines(named),
      kept: open.store.toText(),
      coverage: coverage.list(),
    };
  } finally {
    open.close();
  }
}

type Deliver = (progress: DatasetProgress) => boolean | Promise<boolean>;

/** Plays one cell once more, with what is kept, and answers with its run; null where there is none, or it cannot be played. */
export async function playDatasetRun(
  request: DatasetRequest,
  place: DatasetCell,
  host: DatasetHost,
): Promise<TestRun | null> {
  const found = await findDataset(request, host);
  const variant = typeof found === 'string' ? undefined : found.variants[place.variant];
  if (typeof found === 'string' || variant === undefined || found.cases[place.case] === undefined) return null;
  const open = await openAnswers(request, { subject: found, live: null }, host);
  const { answers, prices } = open;
  const { played } = await playGridCell(takeLive(found, open), place, { ...host.ports, answers, prices });
  const { path, syntax } = variant.analysis;
  return { path, source: syntax.text, events: played.events };
}

/** A test file with a dataset of a file of rows; the error is a message for the user. */
export async function addRows({
  path,
  files,
  text,
  each,
  rows,
}: AddedRows): Promise<Result<{ readonly text: string; readonly name: string }, string>> {
  await loadPatterns();
  const read = await readRows(each, rows);
  if (!read.ok) return err(`The rows of ${each} cannot be read. ${read.error}`);
  const keys = new Set(read.value.flatMap(({ row }) => (isJsonObject(row) ? Object.keys(row) : [])));
  const analysis = analyze(path, files.get(path) ?? '', undefined, files);
  const added = addDataset({ analysis, text, each, keys: [...keys] });
  return added.ok ? added : err(added.error.message);
}

async function openAnswers(
  { path, files, prices = [] }: DatasetRequest,
  { subject, live }: { readonly subject: DatasetSubject; readonly live: LiveRequest | null },
  { live: context, readFile }: DatasetHost,
): Promise<OpenLive> {
  const { analysis } = subject;
  return openLive(
    {
      testFile: path,
      text: await readAnswersFile(path, files, readFile),
      path: analysis.path,
      workflow: effectiveWorkflow(analysis),
      prices,
      live,
    },
    context,
  );
}

function countAnswers({ answers, budget }: OpenLive): DatasetAnswers {
  const { tokens, cost } = budget.spent;
  return { ...answers.counts, tokens, cost };
}

/** A dataset that can be played; a text says why it cannot. */
async function findDataset(
  { path, text, files, index }: DatasetRequest,
  { readFile }: DatasetHost,
): Promise<DatasetSubject | string> {
  await loadPatterns();
  const { file, findings } = readTestFile(text);
  const workflow = workflowOf(path, file.workflow);
  const source = workflow === null ? undefined : files.get(workflow);
  if (workflow === null || source === undefined) return `There is no “${workflow ?? ''}” in the workspace.`;
  const analysis = analyze(workflow, source, undefined, files);
  const one = { ...file, datasets: file.datasets.slice(index, index + 1) };
  const [subject] = await findDatasets({ file: one, findings }, analysis, {
    read: async (name) => {
      const place = joinPath(path, name);
      const rows = files.get(place ?? '');
      if (rows !== undefined) return ok(rows);
      const read = place === null ? null : await readFile(place);
      return read?.ok === true ? read : err(`There is no “${name}” in the workspace. Import it at the dataset.`);
    },
    analyze: (changed) => analyze(workflow, changed, undefined, files),
  });
  const { blocking, errors } = findSubjects({ file, findings }, analysis);
  const [wrong] = [...blocking, ...errors];
  if (wrong !== undefined) return wrong.message;
  return subject ?? 'There is no such dataset.';
}
