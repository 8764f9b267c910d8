import type { ActivationView, RunView, TaskStatus } from '#engine/run';
import { toMarks } from '../parts/toMarks.ts';

/** What a segment of a bar shows: an attempt that runs, went well, failed or was cancelled; or a pause. */
export type BarTone = 'running' | 'success' | 'error' | 'cancelled' | 'waiting';

/** A stretch of time in a row, in ms since the start of the run; `end` is at least `start`. */
export interface TimelineBar {
  readonly tone: BarTone;
  readonly start: number;
  readonly end: number;
  /** Whether what answered then was not the task itself. A pause before a retry is real time either way. */
  readonly isUnreal: boolean;
}

/** One activation in the timeline. */
export interface TimelineRow {
  readonly activation: number;
  readonly taskId: string;
  /** 0 at the top level; one more inside each container. */
  readonly depth: number;
  /** Which item of a collection it is for, from 0; null elsewhere. */
  readonly item: number | null;
  readonly status: TaskStatus;
  readonly bars: readonly TimelineBar[];
  /** ms; null while it has not ended. */
  readonly duration: number | null;
  readonly retryCount: number;
  /** Words for what is not its own about its answer: `Pinned`, `Edited`, `Simulated`. */
  readonly marks: readonly string[];
  /** How many activations ran directly inside it. */
  readonly childCount: number;
  /** Whether what ran inside follows it. */
  readonly isOpen: boolean;
}

/** What is shown of a container's inside. */
export interface TimelineOptions {
  /** Activations whose containers are toggled from their default, open or closed. */
  readonly toggled: ReadonlySet<number>;
  /** An activation that shows, whatever holds it. */
  readonly shown: number | null;
}

/** Up to how many activations inside it a container is open by itself. */
const OPEN_UP_TO = 12;

/** How many attempts of one activation are drawn, the last ones; all before them are one bar. */
const MOST_ATTEMPTS = 100;

const AS_IT_IS: TimelineOptions = { toggled: new Set(), shown: null };

export interface Timeline {
  /** In order of start, each open container followed by what ran inside it. */
  readonly rows: readonly TimelineRow[];
  /** Length of the time axis in ms: to the end of the run, or to now while it runs. At least 1. */
  readonly span: number;
}

/**
 * The rows of a run's timeline.
 * @param now ms since the epoch: where open bars end
 */
export function toTimeline(view: RunView, now: number, options: TimelineOptions = AS_IT_IS): Timeline {
  const origin = toTime(view.startedAt, now);
  const end = Math.max(toTime(view.endedAt, now), origin);
  const children = groupByParent(view);
  const rows: TimelineRow[] = [];
  const held = ancestorsOf(view, options.shown);
  const visit = (activation: ActivationView, depth: number): void => {
    const inside = children.get(activation.activation) ?? [];
    const isUsual = inside.length > 0 && inside.length <= OPEN_UP_TO;
    const isOpen = held.has(activation.activation) || isUsual !== options.toggled.has(activation.activation);
    rows.push(keepRow(activation, { depth, childCount: inside.length, isOpen }, { origin, end }));
    if (!isOpen) return;
    for (const child of inside) visit(child, depth + 1);
  };
  for (const activation of children.get(null) ?? []) visit(activation, 0);
  return { rows, span: Math.max(end - origin, 1) };
}

/** A moment of a run; another one where it has none, or what it has is no number. */
function toTime(at: number | null, other: number): number {
  return at !== null && Number.isFinite(at) ? at : other;
}

function groupByParent(view: RunView): Map<number | null, ActivationView[]> {
  const groups = new Map<number | null, ActivationView[]>();
  for (const activation of view.activations.values()) {
    const parent = activation.parent !== null && view.activations.has(activation.parent) ? activation.parent : null;
    const group = groups.get(parent);
    if (group) group.push(activation);
    else groups.set(parent, [activation]);
  }
  return groups;
}

function ancestorsOf(view: RunView, activation: number | null): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = parentOf(view, activation); at !== null && !found.has(at); at = parentOf(view, at)) found.add(at);
  return found;
}

function parentOf(view: RunView, activation: number | null): number | null {
  return activation === null ? null : (view.activations.get(activation)?.parent ?? null);
}

interface TimeSpan {
  readonly origin: number;
  readonly end: number;
}

type RowShape = Pick<TimelineRow, 'depth' | 'childCount' | 'isOpen'>;

/** Rows of activations that have ended: they no longer change while their run continues. */
const ended = new WeakMap<ActivationView, { readonly row: TimelineRow; readonly origin: number }>();

/** The row of an activation; the same object where nothing changed, so that it is not drawn again. */
function keepRow(view: ActivationView, place: RowShape, frame: TimeSpan): TimelineRow {
  const kept = ended.get(view);
  if (kept?.origin === frame.origin && isSamePlace(kept.row, place)) return kept.row;
  const row = { ...toRow(view, frame), ...place };
  if (view.endedAt !== null) ended.set(view, { row, origin: frame.origin });
  return row;
}

function isSamePlace(row: RowShape, { depth, childCount, isOpen }: RowShape): boolean {
  return row.depth === depth && row.childCount === childCount && row.isOpen === isOpen;
}

function toRow(view: ActivationView, frame: TimeSpan): Omit<TimelineRow, keyof RowShape> {
  const { activation, taskId, status, retryCount, startedAt, endedAt } = view;
  const isOfThisRun = view.pinned !== 'reused' && startedAt !== null;
  const duration = isOfThisRun && endedAt !== null ? endedAt - startedAt : null;
  const item = view.operation?.kind === 'item' ? view.operation.index : null;
  const marks = toMarks(view);
  const bars = toBars(view, frame).map((bar) => ({ ...bar, isUnreal: marks.length > 0 && bar.tone !== 'waiting' }));
  return { activation, taskId, item, status, bars, duration, retryCount, marks };
}

/** One bar per attempt, of the last ones where there are many, and between two attempts the pause before the retry. Without attempts, one bar from start to end. */
function toBars(view: ActivationView, { origin, end }: TimeSpan): Omit<TimelineBar, 'isUnreal'>[] {
  // What was reused ran in another run: it has no place in the time of this one.
  if (view.startedAt === null || view.pinned === 'reused') return [];
  const last = view.endedAt ?? end;
  if (view.attempts.length === 0) {
    return [{ tone: lastTone(view), start: view.startedAt - origin, end: last - origin }];
  }
  const bars: Omit<TimelineBar, 'isUnreal'>[] = [];
  const drawn = view.attempts.slice(-MOST_ATTEMPTS);
  const [before, from] = [view.attempts[0], drawn[0]];
  if (before !== undefined && from !== undefined && before !== from)
    bars.push({ tone: 'error', start: before.startedAt - origin, end: from.startedAt - origin });
  drawn.forEach((attempt, index) => {
    const next = drawn[index + 1];
    const stop = attempt.endedAt ?? last;
    const tone = attempt.error ? 'error' : next ? 'success' : lastTone(view);
    bars.push({ tone, start: attempt.startedAt - origin, end: stop - origin });
    const pauseEnd = next?.startedAt ?? (view.status === 'retrying' ? last : stop);
    if (pauseEnd > stop) bars.push({ tone: 'waiting', start: stop - origin, end: pauseEnd - origin });
  });
  return bars;
}

function lastTone(view: ActivationView): BarTone {
  switch (view.status) {
    case 'success':
      return 'success';
    case 'error':
      return 'error';
    case 'cancelled':
    case 'skipped':
      return 'cancelled';
    case 'waiting':
    case 'pending':
      return 'waiting';
    case 'running':
    case 'retrying':
      return 'running';
  }
}
