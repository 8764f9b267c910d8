import { type GivenToRuns } from '../common/GivenToRuns.ts';
import type { RunHead } from '../common/RunHead.ts';
import { workflowName } from '../common/workflowNames.ts';
import { toFigures } from '../figures.ts';
import type { Dispatcher } from './Dispatcher.ts';
import { readView } from './events/readView.ts';
import { maskerOf } from './openRun.ts';
import type { RunFiles } from './RunFiles.ts';
import { queuedRow } from './rows/queuedRow.ts';
import type { RunIndex } from './rows/RunIndex.ts';
import { hasEnded, type RunRow } from './rows/RunRow.ts';
import { searchedOf } from './searchedOf.ts';

/** What a folder is taken with. */
interface Adopted {
  readonly files: RunFiles;
  readonly index: RunIndex;
  readonly given: GivenToRuns;
}

/**
 * Takes all runs of the folder that have not ended. Those that the index does not know are read from their journals.
 */
export async function adoptRuns(folder: Adopted, dispatcher: Dispatcher): Promise<void> {
  const { files, index } = folder;
  const { begun, queued } = files.scan();
  index.remove(new Set([...index.ids()].filter((id) => !begun.has(id) && !queued.has(id))));
  const missing = [...begun, ...queued].filter((id) => index.get(id) === null);
  const heads = missing.flatMap((id) => files.readStart(id, queued.has(id)) ?? []);
  for (const head of heads.sort((a, b) => a.start.at - b.start.at)) {
    const row = toRow(head, { number: index.next, input: await searchedOf(head, folder.given) });
    dispatcher.save(queued.has(row.id) ? row : { ...row, ...(await readStanding(row.id, folder)) });
    noteBelow(row.id, folder, dispatcher);
  }
  for (const row of index.unfinished()) {
    if (queued.has(row.id)) dispatcher.enqueue(row.status === 'paused' ? row : { ...row, status: 'queued' });
    else {
      // The note of a run inside may have been lost alone.
      noteBelow(row.id, folder, dispatcher);
      dispatcher.adopt(row);
    }
  }
}

function noteBelow(id: string, { files }: Adopted, dispatcher: Dispatcher): void {
  for (const below of files.listBelow(id)) dispatcher.saveBelow(below, id);
}

/** The state of a run that has begun, from its journal; one that cannot be read is looked at again when its turn comes. */
async function readStanding(id: string, { files, given }: Adopted): Promise<Partial<RunRow>> {
  try {
    const { view } = await readView(files.journalOf(id), (run) => maskerOf(run, given));
    const { status, output, error, startedAt, endedAt } = view;
    if (!hasEnded({ status })) return { status: 'running', startedAt };
    return { status, output, error, startedAt, endedAt, ...toFigures(view) };
  } catch {
    return { status: 'running' };
  }
}

function toRow({ start, path: file }: RunHead, known: { readonly number: number; readonly input: string }): RunRow {
  const run = { workflow: workflowName(file) ?? file, input: null };
  return queuedRow(run, { id: start.runId, queuedAt: start.at, ...known });
}
