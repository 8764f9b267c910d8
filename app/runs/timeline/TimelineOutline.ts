import type { ActivationView, RunEvent, RunView } from '#engine/run';
import type { ShownRun } from '../../session/run/index.ts';
import { type RowPlace, type TimelineRow, type TimeSpan, toTimelineRow } from './toTimelineRow.ts';

/** What is shown of a container's inside. */
export interface OutlineOptions {
  /** Activations whose containers are toggled from their default, open or closed. */
  readonly toggled: ReadonlySet<number>;
  /** An activation that shows, whatever holds it. */
  readonly shown: number | null;
}

/** Up to how many activations inside it a container is open by itself. */
const OPEN_UP_TO = 12;

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Which rows the timeline of a run has: every activation in order of start, each open container followed by what ran inside
 * it. An update costs the events since the one before; rows are made when they are read.
 */
export class TimelineOutline {
  #view: RunView | null = null;
  /** The event that the run began with, and how many of its events are read. */
  #first: RunEvent | undefined;
  #count = 0;
  #toggled = NOTHING;
  /** The containers around the activation that shows. */
  #held = NOTHING;
  /** What ran directly inside an activation, and at the top (null), in order of start. */
  #inside = new Map<number | null, Set<number>>();
  /** The activations that have a row, from the first row to the last. */
  #rows: number[] = [];
  /** The row that was looked for last. */
  #found = -1;

  /** Brings it up to a state of a run: a later one of the same run by what came since, any other one anew. */
  update({ events, view }: Pick<ShownRun, 'events' | 'view'>, { toggled, shown }: OutlineOptions): void {
    const isLater = this.#view !== null && events.at(0) === this.#first && events.length >= this.#count;
    const isAnew = !isLater || events.length < view.eventCount;
    const held = ancestorsOf(view, shown);
    const isSameShape = toggled === this.#toggled && isSameSet(held, this.#held);
    this.#view = view;
    this.#toggled = toggled;
    this.#held = held;
    if (isAnew) this.#inside = groupByParent(view);
    else for (const event of events.slice(this.#count)) if (begins(event)) this.#begin(event, isSameShape);
    if (isAnew || !isSameShape) this.#rows = this.#list(null, []);
    this.#first = events.at(0);
    this.#count = events.length;
  }

  /** How many rows there are. */
  get length(): number {
    return this.#rows.length;
  }

  /** The rows from one index to before another; `depth` of those at the top. */
  rows(first: number, last: number, frame: TimeSpan, depth = 0): readonly TimelineRow[] {
    return this.#rows.slice(first, last).flatMap((id) => {
      const activation = this.#view?.activations.get(id);
      return activation === undefined ? [] : [toTimelineRow(activation, this.#placeOf(id, depth), frame)];
    });
  }

  /** The index of an activation's row; -1 where it has none. */
  indexOf(activation: number): number {
    if (this.#rows[this.#found] !== activation) this.#found = this.#rows.indexOf(activation);
    return this.#found;
  }

  /** An activation is there, or started and comes after all beside it. `hasRows`: the rows follow. */
  #begin({ type, activation: id }: BeginEvent, hasRows: boolean): void {
    const parent = this.#parentOf(id);
    const inside = this.#inside.get(parent) ?? new Set();
    if (inside.has(id) && type !== 'task.started') return;
    const rows = hasRows && this.#isOnView(parent);
    if (rows && inside.has(id)) this.#replace(id, 0);
    const wasOpen = parent === null || this.#isOpen(parent);
    inside.delete(id);
    this.#inside.set(parent, inside.add(id));
    if (!rows) return;
    const isOpen = parent === null || this.#isOpen(parent);
    if (parent !== null && isOpen !== wasOpen) this.#replace(parent, 1);
    else if (isOpen) this.#insert(id, parent);
  }

  /** Adds the row of an activation, and of what is inside it, at the end of a container that is open. */
  #insert(id: number, parent: number | null): void {
    const end = parent === null ? this.#rows.length : this.#endOf(parent);
    this.#rows.splice(end, 0, id, ...(this.#isOpen(id) ? this.#list(id, []) : []));
  }

  /** Makes the rows inside an activation anew, and leaves out its own where `kept` is 0. */
  #replace(id: number, kept: 0 | 1): void {
    const start = this.#rows.lastIndexOf(id);
    if (start < 0) return;
    const inside = kept === 1 && this.#isOpen(id) ? this.#list(id, []) : [];
    this.#rows.splice(start + kept, this.#endOf(id) - start - kept, ...inside);
  }

  /** The index after the last row inside an activation that has one. What runs is near the end, so it is looked for from there. */
  #endOf(id: number): number {
    let end = this.#rows.length;
    while (end > 0 && !this.#isWithin(this.#rows[end - 1] ?? null, id)) end -= 1;
    return end;
  }

  #isWithin(id: number | null, container: number): boolean {
    for (let at = id; at !== null; at = this.#parentOf(at)) if (at === container) return true;
    return false;
  }

  /** Whether an activation has a row: all around it are open. */
  #isOnView(id: number | null): boolean {
    for (let at = id === null ? null : this.#parentOf(id); at !== null; at = this.#parentOf(at))
      if (!this.#isOpen(at)) return false;
    return true;
  }

  /** Adds the rows inside an activation to a list. */
  #list(container: number | null, into: number[]): number[] {
    for (const id of this.#inside.get(container) ?? NOTHING) {
      into.push(id);
      if (this.#isOpen(id)) this.#list(id, into);
    }
    return into;
  }

  #placeOf(id: number, outer: number): RowPlace {
    let depth = outer;
    for (let at = this.#parentOf(id); at !== null; at = this.#parentOf(at)) depth += 1;
    return { depth, childCount: this.#inside.get(id)?.size ?? 0, isOpen: this.#isOpen(id) };
  }

  #isOpen(id: number): boolean {
    const count = this.#inside.get(id)?.size ?? 0;
    return this.#held.has(id) || (count > 0 && count <= OPEN_UP_TO) !== this.#toggled.has(id);
  }

  #parentOf(id: number): number | null {
    return this.#view === null ? null : parentOf(this.#view, id);
  }
}

type BeginEvent = Extract<RunEvent, { readonly type: 'task.queued' | 'task.started' | 'task.reused' }>;

function begins(event: RunEvent): event is BeginEvent {
  return event.type === 'task.queued' || event.type === 'task.started' || event.type === 'task.reused';
}

function groupByParent(view: RunView): Map<number | null, Set<number>> {
  const groups = new Map<number | null, Set<number>>();
  for (const activation of view.activations.values()) {
    const parent = knownParent(view, activation);
    const group = groups.get(parent);
    if (group) group.add(activation.activation);
    else groups.set(parent, new Set([activation.activation]));
  }
  return groups;
}

function ancestorsOf(view: RunView, activation: number | null): ReadonlySet<number> {
  if (activation === null) return NOTHING;
  const found = new Set<number>();
  for (let at = parentOf(view, activation); at !== null && !found.has(at); at = parentOf(view, at)) found.add(at);
  return found;
}

/** The container of an activation; null at the top, where that container is not known too. */
function parentOf(view: RunView, id: number): number | null {
  const activation = view.activations.get(id);
  return activation === undefined ? null : knownParent(view, activation);
}

/** What is inside began later: a run from a file that says otherwise leads in no circle. */
function knownParent({ activations }: RunView, { activation, parent }: ActivationView): number | null {
  return parent !== null && parent < activation && activations.has(parent) ? parent : null;
}

function isSameSet(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one === other || (one.size === other.size && [...one].every((item) => other.has(item)));
}
