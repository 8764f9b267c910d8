import type { Result } from '../../base/index.ts';
import type { GivenToRuns } from '../common/prepareStart.ts';
import type { CountRefusal } from '../RefusedBy.ts';
import type { DiskHealth } from './disk/DiskHealth.ts';
import type { ReadyExecution } from './openRun.ts';
import type { RunFiles } from './RunFiles.ts';
import type { RunIndex } from './rows/RunIndex.ts';
import type { RunRow } from './rows/RunRow.ts';
import type { ServiceSettings } from './ServiceSettings.ts';

/** What runs in a state folder are executed with. */
export interface StateParts {
  readonly files: RunFiles;
  readonly index: RunIndex;
  readonly health: DiskHealth;
  readonly given: GivenToRuns;
  /** Asked each time, since they may change. */
  readonly settings: ServiceSettings;
  readonly countRefusal: CountRefusal;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** What a dispatcher works with. */
export interface DispatcherParts extends StateParts {
  /** After how many ms a run that only waits is unloaded. */
  readonly restAfter: number;
  /** A run has new events, or another status. */
  readonly notify: (id: string) => void;
  /** A run has ended, or was stopped for a reason: its row. */
  readonly onStop: (row: RunRow) => void;
}

/** How a run is taken up out of turn. */
export interface TakeUp {
  readonly open?: () => Promise<Result<ReadyExecution, string>>;
  /** A person's word on calls that were cut off. */
  readonly decided?: 'yes' | 'no' | undefined;
}

/** What goes first: runs whose time has come, then those that have begun, then those that have not. */
export type TurnRank = 'woken' | 'begun' | 'queued';

const RANKS: readonly TurnRank[] = ['woken', 'begun', 'queued'];

/**
 * Runs that wait for their turn, in a lane for each rank and workflow, so that finding who is next costs as much as there are
 * workflows with waiting runs, however many runs those have.
 */
export class WaitingTurns {
  /** By rank and by workflow: ids in their order, each with its number among all. */
  readonly #lanes: Readonly<Record<TurnRank, Map<string, Map<string, number>>>> = {
    woken: new Map(),
    begun: new Map(),
    queued: new Map(),
  };
  #number = 0;

  /** Puts a run at the end of its rank; one that is there already keeps its place. */
  add(rank: TurnRank, id: string, workflow: string): void {
    const lanes = this.#lanes[rank];
    const lane = lanes.get(workflow) ?? new Map<string, number>();
    lanes.set(workflow, lane);
    if (!lane.has(id)) lane.set(id, this.#number++);
  }

  remove(id: string, workflow: string): void {
    for (const rank of RANKS) {
      const lane = this.#lanes[rank].get(workflow);
      if (lane?.delete(id) === true && lane.size === 0) this.#lanes[rank].delete(workflow);
    }
  }

  /** The run whose turn it is, of the workflows that may begin one; null: there is none. */
  next(mayBegin: (workflow: string) => boolean): string | null {
    for (const rank of RANKS) {
      let first: { readonly id: string; readonly number: number } | null = null;
      for (const [workflow, lane] of this.#lanes[rank]) {
        const [head] = lane;
        if (head === undefined || (first !== null && head[1] > first.number) || !mayBegin(workflow)) continue;
        first = { id: head[0], number: head[1] };
      }
      if (first !== null) return first.id;
    }
    return null;
  }
}

/** Longest wait of a timer of the platform, in ms. */
const LONGEST = 2 ** 31 - 1;

/** When runs are to be taken up, one time each. */
export class WakeTimers {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onDue: (id: string) => void;
  #isClosed = false;

  /** `onDue`: the time of a run has come. */
  constructor(onDue: (id: string) => void) {
    this.#onDue = onDue;
  }

  /** Sets the time of a run, in ms from now on, which may be longer than the platform waits. */
  set(id: string, ms: number): void {
    if (this.#isClosed) return;
    const fire = (): void => {
      this.#timers.delete(id);
      if (ms > LONGEST) this.set(id, ms - LONGEST);
      else this.#onDue(id);
    };
    this.clear(id);
    this.#timers.set(id, setTimeout(fire, Math.min(ms, LONGEST)).unref());
  }

  clear(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Clears all; no time is set any more. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
