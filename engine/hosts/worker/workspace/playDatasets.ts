import { err, loadPatterns, ok } from '../../../base/index.ts';
import type { HostPorts } from '../../../effects/index.ts';
import { analyze } from '../../../graph/index.ts';
import { joinPath } from '../../../model/index.ts';
import {
  compareGrids,
  type DatasetPorts,
  type DatasetSubject,
  findDatasets,
  findSubjects,
  gridsToChatLines,
  gridsToCsv,
  LiveAnswers,
  playGridCell,
  runDataset,
} from '../../../proof/index.ts';
import { readTestFile, workflowOf } from '../../../testFile/index.ts';
import type {
  DatasetCell,
  DatasetProgress,
  DatasetRequest,
  EarlierResult,
  PlayedDataset,
} from '../protocol/Datasets.ts';
import type { TestRun } from '../protocol/Tests.ts';

/** Plays a dataset with the answers that its file has: nothing is asked for real, as in `signalbox test` without `--live`. */
export async function playDataset(
  request: DatasetRequest,
  given: { readonly ports: HostPorts; readonly before: EarlierResult | null },
  deliver: (progress: DatasetProgress) => boolean | Promise<boolean>,
): Promise<PlayedDataset> {
  const found = await findDataset(request);
  if (typeof found === 'string') return { ok: false, message: found };
  const total = found.cases.length * found.variants.length;
  let done = 0;
  let goesOn = true;
  const grid = await runDataset(found, {
    ...toPorts(given.ports),
    goesOn: () => goesOn,
    onCell: async () => {
      done += 1;
      goesOn = await deliver({ done, total });
    },
  });
  const named = [{ path: request.path, grid }];
  const comparison = given.before === null ? null : compareGrids(given.before, grid);
  return { ok: true, grid, comparison, table: await gridsToCsv(named), lines: gridsToChatLines(named) };
}

/** Plays one cell once more and answers with its run; null where there is none, or it cannot be played. */
export async function playDatasetRun(
  request: DatasetRequest,
  place: DatasetCell,
  ports: HostPorts,
): Promise<TestRun | null> {
  const found = await findDataset(request);
  const variant = typeof found === 'string' ? undefined : found.variants[place.variant];
  if (typeof found === 'string' || variant === undefined || found.cases[place.case] === undefined) return null;
  const { played } = await playGridCell(found, place, toPorts(ports));
  const { path, syntax } = variant.analysis;
  return { path, source: syntax.text, events: played.events };
}

function toPorts({ runScript }: HostPorts): DatasetPorts {
  const answers = new LiveAnswers({ find: () => undefined, keep: () => {} }, null);
  return { answers, ...(runScript === undefined ? {} : { runScript }) };
}

/** A dataset that can be played; a text says why it cannot. */
async function findDataset({ path, text, files, index }: DatasetRequest): Promise<DatasetSubject | string> {
  await loadPatterns();
  const { file, findings } = readTestFile(text);
  const workflow = workflowOf(path, file.workflow);
  const source = workflow === null ? undefined : files.get(workflow);
  if (workflow === null || source === undefined) return `There is no “${workflow ?? ''}” in the workspace.`;
  const analysis = analyze(workflow, source, undefined, files);
  const one = { ...file, datasets: file.datasets.slice(index, index + 1) };
  const [subject] = await findDatasets({ file: one, findings }, analysis, {
    read: async (name) => {
      const rows = files.get(joinPath(path, name) ?? '');
      return rows === undefined ? err(`There is no “${name}” in the workspace.`) : ok(rows);
    },
    analyze: (changed) => analyze(workflow, changed, undefined, files),
  });
  const { errors } = findSubjects({ file, findings }, analysis);
  const [wrong] = [...findings.all, ...errors];
  if (wrong !== undefined) return wrong.message;
  return subject ?? 'There is no such dataset.';
}
