import { availableParallelism } from 'node:os';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { McpServer, RunScript } from '../../effects/index.ts';
import {
  createRealClock,
  describeWriteProblem,
  type NamedGrant,
  openStateKeep,
  type ProcessMark,
  type RepeatPolicy,
  type Variable,
} from '../../hosts/node/index.ts';
import { DiskHealth } from './DiskHealth.ts';
import { Dispatcher } from './Dispatcher.ts';
import { LocalRunService } from './LocalRunService.ts';
import type { GivenToRuns } from './openRun.ts';
import { type OpenRefusal, RunFiles, type RunHead } from './RunFiles.ts';
import { RunIndex } from './RunIndex.ts';
import { hasEnded, type RunRow } from './RunRow.ts';
import { workflowName } from './workflowNames.ts';

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
  readonly repeat?: RepeatPolicy;
  /** Runs at work at a time. */
  readonly active?: number;
  /** Most runs that wait for their turn. */
  readonly queue?: number;
  readonly restAfter?: number;
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
  });
  adoptAll(files.value, index.value, dispatcher);
  return ok(service);
}

function toGiven({
  folder,
  state,
  variables = [],
  grants = [],
  mcpServers = [],
  env = {},
  runScript,
}: LocalOptions): GivenToRuns {
  const keep = openStateKeep(state);
  const script = runScript === undefined ? {} : { runScript };
  return { variables, ports: { workspace: path.resolve(folder), grants, mcpServers, env, ...keep, ...script } };
}

function openIndex(files: RunFiles): Result<RunIndex, OpenRefusal> {
  try {
    return ok(new RunIndex(files.indexFile));
  } catch (error) {
    const message = `The index ${files.indexFile} cannot be used. ${describeWriteProblem(error)}`;
    return err({ message, isOwned: false });
  }
}

/** Takes all runs of the folder that have not ended. Those that the index does not know are read from their journals. */
function adoptAll(files: RunFiles, index: RunIndex, dispatcher: Dispatcher): void {
  const { begun, queued } = files.scan();
  for (const id of index.ids()) if (!begun.has(id) && !queued.has(id)) index.remove(id);
  const missing = [...begun, ...queued].filter((id) => index.get(id) === null);
  const found = missing.flatMap((id) => {
    const head = queued.has(id) ? files.readQueued(id) : files.readBegun(id);
    return head.ok ? [head.value] : [];
  });
  for (const head of found.sort((a, b) => a.start.at - b.start.at)) index.put(toRow(head, index.next));
  for (const row of index.unfinished()) {
    if (queued.has(row.id)) dispatcher.enqueue(row.status === 'paused' ? row : { ...row, status: 'queued' });
    else if (!hasEnded(row)) dispatcher.adopt(row);
  }
}

function toRow({ start, path: file }: RunHead, number: number): RunRow {
  return {
    id: start.runId,
    number,
    workflow: workflowName(file) ?? file,
    status: 'queued',
    output: null,
    error: null,
    queuedAt: start.at,
    startedAt: null,
    endedAt: null,
    trigger: null,
    parent: null,
    paused: null,
    isUndecided: false,
    wakeAt: null,
    waits: [],
    restedAt: null,
  };
}
