import { err, ok, type Result } from '../../base/index.ts';
import { createRealClock, describeWriteProblem, Turns } from '../../hosts/node/index.ts';
import type { RunHead } from '../common/prepareStart.ts';
import { workflowName } from '../common/workflowNames.ts';
import { toFigures } from '../heads.ts';
import { NO_LOG, toDiskEntry, toStopEntry } from '../logEntries.ts';
import { Dispatcher } from './Dispatcher.ts';
import type { StateParts } from './DispatcherParts.ts';
import { DiskHealth } from './disk/DiskHealth.ts';
import { readView } from './events/RecordedEvents.ts';
import { finishRemovals } from './keep/removeFiles.ts';
import { LocalRunService } from './LocalRunService.ts';
import { maskerOf, searchedOf } from './openRun.ts';
import { type OpenRefusal, RunFiles } from './RunFiles.ts';
import { RunIndex } from './rows/RunIndex.ts';
import { hasEnded, queuedRow, type RunRow } from './rows/RunRow.ts';
import { type LocalOptions, ServiceSettings } from './ServiceSettings.ts';

/** After how many ms a run that only waits is unloaded. */
const REST_AFTER = 1_000;

/**
 * Opens the runs of a state folder; those that have not ended are continued once {@link LocalRunService.begin} is called. The
 * error says in words why that cannot be: another process has the folder, or it cannot be used.
 */
export async function openLocalRuns(options: LocalOptions): Promise<Result<LocalRunService, OpenRefusal>> {
  const { state, restAfter = REST_AFTER, log = NO_LOG, countRefusal = () => undefined, diskAgain } = options;
  const files = await RunFiles.open(state, options.onWait ?? (() => undefined));
  if (!files.ok) return files;
  const index = openIndex(files.value);
  if (!index.ok) {
    files.value.close();
    return index;
  }
  const settings = new ServiceSettings(options);
  const { now } = createRealClock();
  const health = new DiskHealth({
    probe: () => files.value.probe(),
    makeRoom: () => files.value.makeRoom(),
    onChange: (problem) => {
      log(toDiskEntry(problem));
      if (problem === null) recover();
    },
    ...(diskAgain === undefined ? {} : { again: diskAgain }),
  });
  const own = { files: files.value, index: index.value, health, given: settings, settings, countRefusal, now };
  const notify = (id: string): void => service.notify(id);
  const dispatcher = new Dispatcher({
    ...own,
    restAfter,
    notify,
    onStop: (row) => log(toStopEntry(row)),
  });
  const recover = (): void => {
    try {
      index.value.flush();
      dispatcher.recover();
    } catch (error) {
      health.note(error);
    }
  };
  const onProblem = (message: string): void => log({ level: 'warn', event: 'trouble', message });
  const service = new LocalRunService({ ...own, dispatcher }, onProblem);
  // A disk that is full now has room later, and what runs have recorded can be read meanwhile.
  health.look();
  try {
    finishRemovals(files.value);
    await adoptRuns(own, dispatcher);
    return ok(service);
  } catch (error) {
    await service.drain(0);
    service.close();
    const message = `The runs in ${state} cannot be taken up. ${describeWriteProblem(error)}`;
    return err({ message, isOwned: false });
  }
}

function openIndex(files: RunFiles): Result<RunIndex, OpenRefusal> {
  try {
    // Of its own: a search has a turn between those of runs, however many there are.
    return ok(new RunIndex(files.indexFile, files.ends, new Turns()));
  } catch (error) {
    const message = `The index ${files.indexFile} cannot be used. ${describeWriteProblem(error)}`;
    return err({ message, isOwned: false });
  }
}

/**
 * Takes all runs of the folder that have not ended. Those that the index does not know are read from their journals.
 */
async function adoptRuns(folder: StateParts, dispatcher: Dispatcher): Promise<void> {
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

function noteBelow(id: string, { files }: StateParts, dispatcher: Dispatcher): void {
  for (const below of files.listBelow(id)) dispatcher.saveBelow(below, id);
}

/** The state of a run that has begun, from its journal; one that cannot be read is looked at again when its turn comes. */
async function readStanding(id: string, { files, given }: StateParts): Promise<Partial<RunRow>> {
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
