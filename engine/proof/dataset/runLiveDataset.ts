import { layOver, toText } from '../../base/index.ts';
import type { LiveFile } from '../play/giveLive.ts';
import type { DatasetSubject } from './findDatasets.ts';
import type { Grid } from './Grid.ts';
import { type DatasetPorts, runDataset } from './runDataset.ts';

/** Plays the rows of a dataset with what answers the calls of its file: see {@link runDataset}. Without the values of secrets. */
export async function runLiveDataset(
  subject: DatasetSubject,
  live: LiveFile,
  ports: Omit<DatasetPorts, 'answers' | 'prices'>,
): Promise<Grid> {
  const { answers, prices } = live;
  return concealGrid(await runDataset(takeLive(subject, live), { ...ports, answers, prices }), live);
}

/** A dataset with the variables of its file below its own. */
export function takeLive(subject: DatasetSubject, { env }: Pick<LiveFile, 'env'>): DatasetSubject {
  const { dataset } = subject;
  const test = { ...dataset.test, env: layOver(env, dataset.test.env) };
  return { ...subject, dataset: { ...dataset, test } };
}

/** Answers are masked as they come; what templates make of a variable is masked here. */
function concealGrid(grid: Grid, { conceal }: LiveFile): Grid {
  const cells = grid.cells.map((cell) => ({
    ...cell,
    output: conceal(cell.output),
    failures: cell.failures.map((failure) => ({
      ...failure,
      message: toText(conceal(failure.message)),
      expected: conceal(failure.expected),
      actual: conceal(failure.actual),
    })),
  }));
  return { ...grid, cells };
}
