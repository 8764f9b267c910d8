import { type ActivationView, idleBetween, type RunView, type TaskStatus, workedBetween } from '#engine/run';
import { describeRepeats } from '../../parts/repeats.ts';
import { toMarks } from '../../parts/toMarks.ts';
import { type BarTone, describeCalls, type TimelineBar, type TimeSpan, toCallBars } from './toBars.ts';

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
  /** How long it worked, in ms; null while it has not ended. */
  readonly duration: number | null;
  readonly retryCount: number;
  /** Words for what took the place of its own answer: `Pinned`, `Edited`. */
  readonly marks: readonly string[];
  /** Whether its answer was made up by a simulation. */
  readonly isSimulated: boolean;
  /** Which calls were made again, in words; null where none was. */
  readonly repeats: string | null;
  /** The turns of an agent and its calls of tools, in words; null where it has no more than one call. */
  readonly calls: string | null;
  /** Of a collection: how many of its items failed, though it may have continued without them. */
  readonly failed: number;
  /** How many activations ran directly inside it. */
  readonly childCount: number;
  /** How many other runs its calls started. */
  readonly runCount: number;
  /** Whether what ran inside follows it. */
  readonly isOpen: boolean;
  /** Which of many rounds it is, from 1; null where it is none. */
  readonly round: number | null;
  /** How often the run warned at its task. */
  readonly warnings: number;
  /** Whether it failed and the run continued: its failure is told apart from one that ended the run. */
  readonly isHandled: boolean;
}

/** How many attempts of one activation are drawn, the last ones; all before them are one bar. */
const MOST_ATTEMPTS = 100;

/**
 * The time that a run covers.
 * @param now ms since the epoch: where a run ends that has not ended
 */
export function toTimeSpan(view: RunView, now: number): TimeSpan {
  const origin = toTime(view.startedAt, now);
  return { origin, end: Math.max(toTime(view.endedAt, now), origin), idle: view.idle };
}

/** A moment of a run; another one where it has none, or what it has is no number. */
function toTime(at: number | null, other: number): number {
  return at !== null && Number.isFinite(at) ? at : other;
}

/** Where a row is in the tree, and what is inside it. */
export type RowPlace = Pick<TimelineRow, 'depth' | 'childCount' | 'isOpen' | 'round' | 'warnings' | 'isHandled'>;

/** Rows of activations that have ended: they no longer change while their run continues. */
const ended = new WeakMap<ActivationView, { readonly row: TimelineRow; readonly origin: number }>();

/**
 * The row of an activation; the same object where nothing changed, so that it is not drawn again.
 * @param frame where open bars end, and where the time begins
 */
export function toTimelineRow(view: ActivationView, place: RowPlace, frame: TimeSpan): TimelineRow {
  const kept = ended.get(view);
  if (kept?.origin === frame.origin && isSamePlace(kept.row, place)) return kept.row;
  const row = { ...toRow(view, frame), ...place };
  if (view.endedAt !== null) ended.set(view, { row, origin: frame.origin });
  return row;
}

function isSamePlace(row: RowPlace, { depth, childCount, isOpen, round, warnings, isHandled }: RowPlace): boolean {
  return (
    row.depth === depth &&
    row.childCount === childCount &&
    row.isOpen === isOpen &&
    row.round === round &&
    row.warnings === warnings &&
    row.isHandled === isHandled
  );
}

function toRow(view: ActivationView, frame: TimeSpan): Omit<TimelineRow, keyof RowPlace> {
  const { activation, taskId, status, retryCount, startedAt, endedAt } = view;
  const isOfThisRun = view.pinned !== 'reused' && startedAt !== null;
  const duration = isOfThisRun && endedAt !== null ? workedBetween(frame.idle, startedAt, endedAt) : null;
  const item = view.operation?.kind === 'item' ? view.operation.index : null;
  const { simulated: isSimulated } = view;
  const marks = toMarks({ ...view, simulated: false });
  const bars = toBars(view, frame).map((bar) => ({ ...bar, isUnreal: marks.length > 0 && bar.tone !== 'waiting' }));
  const runCount = view.effects.reduce((count, { child }) => (child === undefined ? count : count + 1), 0);
  const idle = isOfThisRun ? toIdleBars(startedAt, endedAt, frame) : [];
  const repeats = describeRepeats(view);
  return {
    activation,
    taskId,
    item,
    status,
    bars: [...bars, ...toCallBars(view, frame), ...idle],
    duration,
    retryCount,
    marks,
    isSimulated,
    repeats,
    calls: describeCalls(view),
    runCount,
    failed: view.progress?.failed ?? 0,
  };
}

/** The latest times of no work. */
const MOST_IDLE = 100;

/** When there was no work between two moments. */
export function toIdleBars(startedAt: number, endedAt: number | null, { origin, end, idle }: TimeSpan): TimelineBar[] {
  const spans = idleBetween(idle, startedAt, endedAt ?? end).slice(-MOST_IDLE);
  return spans.map(({ from, to }) => ({ tone: 'idle', start: from - origin, end: to - origin, isUnreal: false }));
}

/** One bar per attempt, of the last ones where there are many, and between two attempts the pause before the retry. Without attempts, one bar from start to end. */
function toBars(view: ActivationView, { origin, end }: TimeSpan): Omit<TimelineBar, 'isUnreal' | 'call'>[] {
  // What was reused ran in another run: it has no place in the time of this one.
  if (view.startedAt === null || view.pinned === 'reused') return [];
  const last = view.endedAt ?? end;
  if (view.attempts.length === 0) {
    return [{ tone: lastTone(view), start: view.startedAt - origin, end: last - origin }];
  }
  const bars: Omit<TimelineBar, 'isUnreal' | 'call'>[] = [];
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

/** What the last, or the only, segment of an activation shows. */
export function lastTone(view: ActivationView): BarTone {
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
