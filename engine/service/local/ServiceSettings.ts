import { availableParallelism } from 'node:os';
import type { createPerformer, McpServer, RunScript } from '../../effects/index.ts';
import {
  type FilesOptions,
  type NamedGrant,
  openStateKeep,
  type ProcessMark,
  type Reach,
  type RepeatPolicy,
  Turns,
  toRunFolders,
  type Variable,
} from '../../hosts/node/index.ts';
import type { KeepConfig, LimitRule } from '../../serveConfig/index.ts';
import type { GivenToRuns } from '../common/prepareStart.ts';
import type { Log } from '../logEntries.ts';
import type { CountRefusal } from '../RefusedBy.ts';
import type { ServiceLoad, ServiceRefusal, WorkflowLoad } from '../RunService.ts';
import type { Dispatcher } from './Dispatcher.ts';
import type { RunIndex } from './rows/RunIndex.ts';
import type { RunRow } from './rows/RunRow.ts';

/** What a local service is given. */
export interface LocalOptions {
  /** The folder of the workflows. Absolute. */
  readonly folder: string;
  /** The folder of journals, which is made where it is missing. Absolute. */
  readonly state: string;
  /** Where runs write files, as `toRunFolders` takes it. */
  readonly files?: FilesOptions;
  readonly variables?: readonly Variable[];
  readonly grants?: readonly NamedGrant[];
  readonly mcpServers?: readonly McpServer[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly runScript?: RunScript;
  /** What calls may reach. */
  readonly reach: Reach;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
  readonly repeat?: RepeatPolicy;
  /** Runs at work at a time. */
  readonly active?: number;
  /** Most runs that wait for their turn. */
  readonly queue?: number;
  /** What is otherwise for some workflows; absent: nothing. */
  readonly limits?: readonly LimitRule[];
  readonly restAfter?: number;
  /** Which runs are kept once they have ended; null or absent: all of them. */
  readonly keep?: KeepConfig | null;
  /** Notified before a long wait for a sign of life of the process that has the state folder. */
  readonly onWait?: (other: ProcessMark) => void;
  readonly log?: Log;
  /** Told of each start and each run that a limit has refused. */
  readonly countRefusal?: CountRefusal;
  /** How often a disk that took nothing is tried again, in ms. */
  readonly diskAgain?: number;
}

/** How many runs are at work at a time for each core, unless that is said: they wait for answers most of the time. */
const ACTIVE_PER_CORE = 8;

/** How many runs wait for their turn at most, unless that is said. */
const QUEUE = 10_000;

/** Of what a service is given, what can be changed while it is there. What is absent is as it is without being said. */
export type ChangingOptions = Pick<
  LocalOptions,
  'variables' | 'grants' | 'files' | 'repeat' | 'active' | 'queue' | 'limits' | 'keep'
>;

/** What a service gives its runs, and how many at a time: as it is now. Who reads it keeps none of it. */
export class ServiceSettings implements GivenToRuns {
  readonly #place: Pick<LocalOptions, 'folder' | 'state'>;
  ports: GivenToRuns['ports'];
  variables: readonly Variable[] = [];
  active = 0;
  queue = 0;
  /** What is otherwise for some workflows. The same list until it is changed. */
  rules: readonly LimitRule[] = [];
  repeat: RepeatPolicy = 'ask';
  /** Which runs are kept once they have ended; null: all of them. */
  keep: KeepConfig | null = null;

  constructor(options: LocalOptions) {
    const { folder, state, files, grants = [], mcpServers = [], env = {}, runScript, reach, createPerformer } = options;
    const own = {
      ...(runScript === undefined ? {} : { runScript }),
      ...(createPerformer === undefined ? {} : { createPerformer }),
    };
    const folders = toRunFolders(folder, state, files);
    const turns = new Turns();
    this.ports = { ...folders, grants, mcpServers, env, reach, turns, ...openStateKeep(state), ...own };
    this.#place = { folder, state };
    this.change(options);
  }

  /** From now on all of it is as these say. */
  change({ files, grants = [], variables = [], repeat = 'ask', keep = null, ...limits }: ChangingOptions): void {
    const { folder, state } = this.#place;
    this.ports = { ...this.ports, ...toRunFolders(folder, state, files), grants };
    const { active = ACTIVE_PER_CORE * availableParallelism(), queue = QUEUE, limits: rules = [] } = limits;
    Object.assign(this, { variables, repeat, keep, active, queue, rules });
  }
}

/** What the load of a service is read from. */
interface LoadParts {
  readonly index: RunIndex;
  readonly dispatcher: Dispatcher;
  readonly settings: ServiceSettings;
  /** How many starts of each workflow were refused, since there was no room in the queue. */
  readonly refused: Iterable<readonly [workflow: string, count: number]>;
}

const NONE = { active: 0, queued: 0, waiting: 0, paused: 0, refused: 0 } as const;

/** What a service allows its runs, and how much of that is taken now. */
export function describeLoad({ index, dispatcher, settings, refused }: LoadParts): ServiceLoad {
  const loads = new Map<string, WorkflowLoad>();
  const add = (workflow: string, key: keyof typeof NONE, count: number): void => {
    const load = loads.get(workflow) ?? { workflow, ...NONE };
    loads.set(workflow, { ...load, [key]: load[key] + count });
  };
  for (const row of index.unfinished()) add(row.workflow, stateOf(row, dispatcher), 1);
  for (const [workflow, count] of refused) add(workflow, 'refused', count);
  const workflows = [...loads.values()].sort((a, b) => (a.workflow < b.workflow ? -1 : 1));
  const rules = settings.rules.map((rule) => {
    const own = workflows.filter(({ workflow }) => dispatcher.rules.find(workflow) === rule);
    return { rule, active: sum(own, 'active'), queued: sum(own, 'queued') };
  });
  const most = { active: settings.active, queued: settings.queue };
  return { most, active: dispatcher.active, queued: dispatcher.queued, workflows, rules, keep: settings.keep };
}

function stateOf(row: RunRow, dispatcher: Dispatcher): 'active' | 'queued' | 'waiting' | 'paused' {
  if (dispatcher.isQueued(row.id)) return 'queued';
  if (dispatcher.live(row.id)?.isIdle === false) return 'active';
  return dispatcher.present(row).status === 'paused' ? 'paused' : 'waiting';
}

function sum(loads: readonly WorkflowLoad[], key: 'active' | 'queued'): number {
  return loads.reduce((total, load) => total + load[key], 0);
}

/** Why a run of a workflow cannot be queued, which is counted; null where it can, or begins at once. */
export function refuseQueue(
  workflow: string,
  {
    dispatcher,
    settings,
    countRefusal,
  }: { readonly dispatcher: Dispatcher; readonly settings: ServiceSettings; readonly countRefusal: CountRefusal },
): ServiceRefusal | null {
  if (dispatcher.hasRoom(workflow)) return null;
  const code = 'QUEUE_FULL';
  if (dispatcher.queued >= settings.queue) {
    countRefusal({ rule: 'queue', code });
    return refuseFull(settings.queue);
  }
  const rule = dispatcher.fullRule(workflow);
  if (rule === null) return null;
  countRefusal({ rule: 'limits.queue', name: rule.workflow, code });
  return refuseFull(rule.queue ?? 0, rule.workflow);
}

/** The queue is full: that of all runs, or that of a rule by its pattern. */
export function refuseFull(queue: number, rule: string | null = null): ServiceRefusal {
  const which = rule === null ? '' : ` under the limit for “${rule}”`;
  return { type: 'full', message: `${queue} runs wait for their turn${which} already. Try again later.` };
}

/** Why no run is started with what can be no id. */
export function refuseId(id: string): ServiceRefusal {
  const message = `The id of a run has letters, digits, dots, hyphens and underscores, at most 128, and begins with one of the first two: not “${id.slice(0, 200)}”.`;
  return { type: 'invalid', message, error: { code: 'VALIDATION_ERROR', message, details: { type: 'run.id' } } };
}
