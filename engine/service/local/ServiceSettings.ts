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
import { WorkflowRules } from './limitRules.ts';

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
  /** What is otherwise for some workflows. */
  rules = new WorkflowRules([]);
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
    this.variables = variables;
    this.repeat = repeat;
    this.keep = keep;
    this.active = limits.active ?? ACTIVE_PER_CORE * availableParallelism();
    this.queue = limits.queue ?? QUEUE;
    this.rules = new WorkflowRules(limits.limits ?? []);
  }
}
