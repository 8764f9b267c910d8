import type { RunEvent, RunView } from '#engine/run';

/** A view of a run after some of its events. */
export interface ViewAt {
  readonly count: number;
  readonly view: RunView;
}

/** Views of one run at some of its instants. */
export interface KeptViews {
  /** After none of its events, and after every so many. */
  readonly views: RunView[];
  /** The view that was asked for last, and the one of most events: in a live run, the one before the next batch. */
  last: ViewAt;
  newest: ViewAt;
}

/** What the run slice holds next to the store while the page is open, and is never drawn. */
interface RunRuntime {
  /** Events of runs that are not on screen, by run id, while a start or an opening is in flight. */
  readonly early: Map<string, RunEvent[]>;
  /** How many starts and openings are in flight. */
  collecting: number;
  /** Counts starts and openings, so that a run which took long to read never replaces one that was wanted later. */
  wanted: number;
  /** Counts what is asked of the history, so that an earlier answer never replaces a later one. */
  asked: number;
  /** By the first event of a run. */
  views: WeakMap<RunEvent, KeptViews>;
  /** Whether runs of this browser only wait, by their ids, as the engine told last: rows that were read before it did are out of date. */
  readonly idle: Map<string, boolean>;
}

export const runRuntime: RunRuntime = {
  early: new Map(),
  collecting: 0,
  wanted: 0,
  asked: 0,
  views: new WeakMap(),
  idle: new Map(),
};

/** For tests: drops early events; starts and openings in flight stay counted. */
export function resetRunRuntime(): void {
  runRuntime.early.clear();
  runRuntime.collecting = 0;
  runRuntime.views = new WeakMap();
  runRuntime.idle.clear();
}
