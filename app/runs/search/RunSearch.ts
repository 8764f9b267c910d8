import type { RunEvent } from '#engine/run';
import { analysisOfInside, type InsideRun, loadInside } from '../../session/relatedRuns/index.ts';
import { followRun } from '../../session/run/index.ts';
import type { FollowedRun } from '../../session/runSteps/index.ts';
import { toRunSource } from '../parts/toRunSource.ts';
import { partsOf } from './partsOf.ts';
import { type StepFilter, StepFilters } from './StepFilters.ts';
import { TextWalk } from './TextWalk.ts';

/** What is looked for in a run. */
export interface RunQuery {
  /** In any case; empty: every step that fits the filters. */
  readonly words: string;
  /** Only steps that fit all of them. */
  readonly filters: readonly StepFilter[];
}

/** How many characters of a run are looked at between two breaths. */
const BREATH = 32 * 1024;

/**
 * Looks through the events of a run, in order. It continues after the events it has seen, so a run that still runs costs what happens.
 * With words a hit is an event that has them; without, the event that shows of a step that it fits the filters.
 */
export class RunSearch {
  readonly query: RunQuery;
  readonly #hits: number[] = [];
  readonly #filters: StepFilters;
  readonly #walk: TextWalk;
  readonly #nameOf: (taskId: string) => string;
  /** Whether a task is called by the words, by its id. */
  readonly #named = new Map<string, boolean>();
  /** Steps that were hit for the filters alone. */
  readonly #shown = new Set<number>();
  #next = 0;

  constructor(query: RunQuery, nameOf: (taskId: string) => string) {
    this.query = query;
    this.#filters = new StepFilters(query.filters);
    this.#walk = new TextWalk(query.words, BREATH);
    this.#nameOf = nameOf;
  }

  /** The hits so far: indexes of events, ascending. It grows. */
  get hits(): readonly number[] {
    return this.#hits;
  }

  /** Searches what it has not seen of a run; it yields often, so that the page can continue in between. */
  *advance(run: FollowedRun): Generator<undefined, void> {
    const { words } = this.query;
    if (words === '' && this.#filters.isEmpty) return;
    yield* this.#filters.prepare(run);
    for (; this.#next < run.events.length; this.#next += 1) {
      if (this.#walk.isTired) {
        this.#walk.rest();
        yield;
      }
      const event = run.events.at(this.#next);
      if (event === undefined) return;
      this.#walk.tire();
      if (words === '') {
        if (this.#isFirstOfStep(event, run)) this.#hits.push(this.#next);
      } else if (this.#fits(event, run)) {
        if (this.#isNamed(event, run) || event.type === words) this.#hits.push(this.#next);
        else if (yield* this.#holds(event)) this.#hits.push(this.#next);
      }
    }
  }

  #fits(event: RunEvent, run: FollowedRun): boolean {
    return this.#filters.isEmpty || ('activation' in event && this.#filters.fits(run, event.activation));
  }

  #isFirstOfStep(event: RunEvent, run: FollowedRun): boolean {
    if (!('activation' in event) || !this.#filters.isShownBy(event) || this.#shown.has(event.activation)) return false;
    const isFirst = this.#filters.fits(run, event.activation);
    if (isFirst) this.#shown.add(event.activation);
    return isFirst;
  }

  /** Whether a step begins whose task is called by the words. */
  #isNamed(event: RunEvent, run: FollowedRun): boolean {
    return isBegin(event, run) && this.#isCalled(event.taskId);
  }

  #isCalled(taskId: string): boolean {
    const known = this.#named.get(taskId);
    if (known !== undefined) return known;
    const words = this.query.words.toLowerCase();
    const isCalled = [taskId, this.#nameOf(taskId)].some((name) => name.toLowerCase().includes(words));
    this.#named.set(taskId, isCalled);
    return isCalled;
  }

  *#holds(event: RunEvent): Generator<undefined, boolean> {
    for (const { value } of partsOf(event)) {
      this.#walk.begin(value);
      let isFound = this.#walk.next();
      while (isFound === null) {
        this.#walk.rest();
        yield;
        isFound = this.#walk.next();
      }
      if (isFound) return true;
    }
    return false;
  }
}

type BeginEvent = Extract<RunEvent, { readonly type: 'task.queued' | 'task.started' | 'task.reused' }>;

/** Whether an event is the one that a step began with; one that was queued and never started began then. */
export function isBegin(event: RunEvent, { view }: FollowedRun): event is BeginEvent {
  if (event.type === 'task.queued') return view.activations.get(event.activation)?.startedAt == null;
  return event.type === 'task.started' || event.type === 'task.reused';
}

/** A run inside of the one on screen that has what is looked for. */
export interface InsideHits {
  readonly run: InsideRun;
  /** Indexes of its events, ascending. */
  readonly hits: readonly number[];
  readonly nameOf: (taskId: string) => string;
}

/** The most runs inside that are read for one search. */
const MOST_INSIDE = 200;

/** How long a search holds the page before it lets it draw and take keys, in ms. */
const TURN = 16;

/** The runs that the steps of a run have started, by id: the file of each. */
export const runsInside = followRun<Map<string, string>>(
  () => new Map(),
  (known, events) => {
    for (const event of events) if (event.type === 'child.reported') known.set(event.child.runId, event.child.file);
    return known;
  },
);

/** What a search of the runs inside asks of who shows it. */
interface InsideSearch {
  readonly query: RunQuery;
  /** The files of the workspace, which the texts of these runs import. */
  readonly files: ReadonlyMap<string, string>;
  /** A run inside by its id, once it is read. */
  readonly runOf: (runId: string) => InsideRun | null | undefined;
  readonly isWanted: () => boolean;
}

/** Looks through the runs inside of a run, and those inside of them, which are read for that; those that have nothing are omitted. */
export async function searchInside(run: FollowedRun, search: InsideSearch): Promise<readonly InsideHits[]> {
  const found: InsideHits[] = [];
  const left = [...runsInside(run).keys()];
  const seen = new Set<string>();
  while (seen.size < MOST_INSIDE) {
    const runId = left.shift();
    if (runId === undefined || !search.isWanted()) return found;
    if (seen.has(runId)) continue;
    seen.add(runId);
    await loadInside(runId);
    const inside = search.runOf(runId);
    if (inside == null) continue;
    left.push(...runsInside(inside).keys());
    const { nameOf } = toRunSource(analysisOfInside(inside, search.files));
    const hits = await findAll(inside, new RunSearch(search.query, nameOf), search.isWanted);
    if (hits.length > 0) found.push({ run: inside, hits, nameOf });
  }
  return found;
}

async function findAll(run: InsideRun, search: RunSearch, isWanted: () => boolean): Promise<readonly number[]> {
  const turns = search.advance(run);
  let until = performance.now() + TURN;
  while (turns.next().done !== true && isWanted()) {
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + TURN;
  }
  return search.hits;
}
