import { err, ok, type Result } from '../../base/index.ts';
import { createRealClock, describeWriteProblem, Turns } from '../../hosts/node/index.ts';
import { NO_LOG } from '../Log.ts';
import { toDiskEntry, toStopEntry } from '../logEntries.ts';
import { adoptRuns } from './adoptRuns.ts';
import { Dispatcher } from './Dispatcher.ts';
import { DiskHealth } from './disk/DiskHealth.ts';
import { finishRemovals } from './keep/removeFiles.ts';
import { LocalRunService } from './LocalRunService.ts';
import { type OpenRefusal, RunFiles } from './RunFiles.ts';
import { RunIndex } from './rows/RunIndex.ts';
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
  const own = { files: files.value, index: index.value, health, given: settings, now };
  const notify = (id: string): void => service.notify(id);
  const dispatcher = new Dispatcher({
    ...own,
    limits: settings,
    restAfter,
    notify,
    countRefusal,
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
  const service = new LocalRunService({ ...own, dispatcher, settings, countRefusal, onProblem });
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
