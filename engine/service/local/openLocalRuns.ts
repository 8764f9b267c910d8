import { availableParallelism } from 'node:os';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { createPerformer, Exchange, McpServer, RunScript } from '../../effects/index.ts';
import {
  createRealClock,
  describeWriteProblem,
  type NamedGrant,
  openStateKeep,
  type ProcessMark,
  type RepeatPolicy,
  type Variable,
} from '../../hosts/node/index.ts';
import type { KeepConfig } from '../../serveConfig/index.ts';
import { adoptRuns } from './adoptRuns.ts';
import { DiskHealth } from './DiskHealth.ts';
import { Dispatcher } from './Dispatcher.ts';
import { finishRemovals } from './keep/removeFiles.ts';
import { LocalRunService } from './LocalRunService.ts';
import type { GivenToRuns } from './openRun.ts';
import { type OpenRefusal, RunFiles } from './RunFiles.ts';
import { RunIndex } from './rows/RunIndex.ts';

/** How many runs are at work at a time for each core, unless that is said: they wait for answers most of the time. */
const ACTIVE_PER_CORE = 8;

/** How many runs wait for their turn at most, unless that is said. */
const QUEUE = 10_000;

/** After how many ms a run that only waits is put down. */
const REST_AFTER = 1_000;

/** What a local service is given. */
export interface LocalOptions {
  /** The folder of the workflows. Absolute. */
  readonly folder: string;
  /** The folder of journals, which is made where it is missing. Absolute. */
  readonly state: string;
  readonly variables?: readonly Variable[];
  readonly grants?: readonly NamedGrant[];
  readonly mcpServers?: readonly McpServer[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly runScript?: RunScript;
  /** What requests go by whose whole answer is read; absent: `fetch`. */
  readonly exchange?: Exchange;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
  readonly repeat?: RepeatPolicy;
  /** Runs at work at a time. */
  readonly active?: number;
  /** Most runs that wait for their turn. */
  readonly queue?: number;
  readonly restAfter?: number;
  /** Which runs are kept once they have ended; null or absent: all of them. */
  readonly keep?: KeepConfig | null;
  /** Told in words what keeps it from removing others. */
  readonly onProblem?: (message: string) => void;
  /** Notified before a long wait for a sign of life of the process that has the state folder. */
  readonly onWait?: (other: ProcessMark) => void;
}

/**
 * Opens the runs of a state folder; those that have not ended are gone on with once {@link LocalRunService.begin} is called. The
 * error says in words why that cannot be: another process has the folder, or it cannot be used.
 */
export async function openLocalRuns(options: LocalOptions): Promise<Result<LocalRunService, OpenRefusal>> {
  const { state, active, queue = QUEUE, repeat = 'ask', restAfter = REST_AFTER } = options;
  const files = await RunFiles.open(state, options.onWait ?? (() => undefined));
  if (!files.ok) return files;
  const index = openIndex(files.value);
  if (!index.ok) {
    files.value.close();
    return index;
  }
  const given = toGiven(options);
  const { now } = createRealClock();
  const health = new DiskHealth(
    () => files.value.probe(),
    () => recover(),
  );
  const notify = (id: string): void => service.notify(id);
  const most = active ?? ACTIVE_PER_CORE * availableParallelism();
  const dispatcher = new Dispatcher({
    files: files.value,
    index: index.value,
    health,
    given,
    active: most,
    repeat,
    restAfter,
    now,
    notify,
  });
  const recover = (): void => {
    if (health.problem !== null) return;
    try {
      index.value.flush();
      dispatcher.recover();
    } catch (error) {
      health.note(error);
    }
  };
  const service = new LocalRunService({
    files: files.value,
    index: index.value,
    health,
    dispatcher,
    given,
    queue,
    now,
    keep: options.keep ?? null,
    onProblem: options.onProblem ?? (() => undefined),
  });
  try {
    finishRemovals(files.value);
    await adoptRuns({ files: files.value, index: index.value, given }, dispatcher);
    return ok(service);
  } catch (error) {
    await service.drain(0);
    service.close();
    const message = `The runs in ${state} cannot be taken up. ${describeWriteProblem(error)}`;
    return err({ message, isOwned: false });
  }
}

function toGiven({
  folder,
  state,
  variables = [],
  grants = [],
  mcpServers = [],
  env = {},
  runScript,
  exchange,
  createPerformer: create,
}: LocalOptions): GivenToRuns {
  const keep = openStateKeep(state);
  const own = {
    ...(runScript === undefined ? {} : { runScript }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(create === undefined ? {} : { createPerformer: create }),
  };
  return { variables, ports: { workspace: path.resolve(folder), grants, mcpServers, env, ...keep, ...own } };
}

function openIndex(files: RunFiles): Result<RunIndex, OpenRefusal> {
  try {
    return ok(new RunIndex(files.indexFile, files.ends));
  } catch (error) {
    const message = `The index ${files.indexFile} cannot be used. ${describeWriteProblem(error)}`;
    return err({ message, isOwned: false });
  }
}
