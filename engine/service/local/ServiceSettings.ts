import { availableParallelism } from 'node:os';
import { openStateKeep, type RepeatPolicy, Turns, toRunFolders, type Variable } from '../../hosts/node/index.ts';
import type { KeepConfig, LimitRule } from '../../serveConfig/index.ts';
import type { GivenToRuns } from '../common/GivenToRuns.ts';
import type { LocalOptions } from './openLocalRuns.ts';

/** How many runs are at work at a time for each core, unless that is said: they wait for answers most of the time. */
const ACTIVE_PER_CORE = 8;

/** How many runs wait for their turn at most, unless that is said. */
const QUEUE = 10_000;

const NO_RULES: readonly LimitRule[] = [];

/** Of what a service is given, what can be changed while it is there. What is absent is as it is without being said. */
export type ChangingOptions = Pick<
  LocalOptions,
  'variables' | 'grants' | 'files' | 'repeat' | 'active' | 'queue' | 'limits' | 'keep'
>;

/** What a service gives its runs, and how many at a time: as it is now. Who reads it keeps none of it. */
export class ServiceSettings implements GivenToRuns {
  #ports: GivenToRuns['ports'];
  #changing: ChangingOptions;
  readonly #place: Pick<LocalOptions, 'folder' | 'state'>;

  constructor(options: LocalOptions) {
    const { folder, state, files, grants = [], mcpServers = [], env = {}, runScript, reach, createPerformer } = options;
    const own = {
      ...(runScript === undefined ? {} : { runScript }),
      ...(createPerformer === undefined ? {} : { createPerformer }),
    };
    const folders = toRunFolders(folder, state, files);
    const turns = new Turns();
    this.#ports = { ...folders, grants, mcpServers, env, reach, turns, ...openStateKeep(state), ...own };
    this.#changing = options;
    this.#place = { folder, state };
  }

  get variables(): readonly Variable[] {
    return this.#changing.variables ?? [];
  }

  get ports(): GivenToRuns['ports'] {
    return this.#ports;
  }

  get active(): number {
    return this.#changing.active ?? ACTIVE_PER_CORE * availableParallelism();
  }

  get queue(): number {
    return this.#changing.queue ?? QUEUE;
  }

  /** What is otherwise for some workflows. The same list until it is changed. */
  get rules(): readonly LimitRule[] {
    return this.#changing.limits ?? NO_RULES;
  }

  get repeat(): RepeatPolicy {
    return this.#changing.repeat ?? 'ask';
  }

  /** Which runs are kept once they have ended; null: all of them. */
  get keep(): KeepConfig | null {
    return this.#changing.keep ?? null;
  }

  /** From now on all of it is as these say. */
  change(options: ChangingOptions): void {
    this.#changing = options;
    const { folder, state } = this.#place;
    const folders = toRunFolders(folder, state, options.files);
    this.#ports = { ...this.#ports, ...folders, grants: options.grants ?? [] };
  }
}
