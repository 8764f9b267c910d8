import type { ActivationView, IdleSpan } from '#engine/run';
import { formatLength } from '../../../ui/index.ts';
import type { AxisPart } from './mergeCloseSpans.ts';

/**
 * What a segment of a bar shows: an attempt that runs, went well, failed or was cancelled; a pause before a retry; and over these a turn of
 * an agent's model, a call of its tools, or no work.
 */
export type BarTone = 'running' | 'success' | 'error' | 'cancelled' | 'waiting' | 'model' | 'tool' | 'idle';

/** A stretch of time in a row, in ms since the start of the run; `end` is at least `start`. */
export interface TimelineBar {
  readonly tone: BarTone;
  readonly start: number;
  readonly end: number;
  /** Whether another answer took the place of the task's own. A pause before a retry is real time either way. */
  readonly isUnreal: boolean;
  /** Of a turn or a call of a tool: what it was and how long it took, and whether it failed. */
  readonly call?: { readonly title: string; readonly hasFailed: boolean };
}

/** The time that a timeline covers, in ms since the epoch: to the end of the run, or to now while it runs. */
export interface TimeSpan {
  readonly origin: number;
  readonly end: number;
  /** When the run was paused or interrupted. */
  readonly idle: readonly IdleSpan[];
  /** The part of the axis for which the bars of many rounds are told; absent: all of it. */
  readonly part?: AxisPart;
}

/** The latest calls of a step that are drawn. */
const MOST_CALLS = 200;

/**
 * The turns of an agent and the calls of its tools, over the bar of its attempt: where its time went. None for a step that has made
 * one call only, which is the attempt itself, or that has asked no model.
 */
export function toCallBars(view: ActivationView, { origin, end }: Pick<TimeSpan, 'origin' | 'end'>): TimelineBar[] {
  if (!hasTurns(view)) return [];
  const { effects } = view;
  let turns = countModels(effects.slice(0, -MOST_CALLS));
  return effects.slice(-MOST_CALLS).map(({ kind, name, error, startedAt, endedAt }) => {
    if (kind === 'model') turns += 1;
    const stop = endedAt ?? view.endedAt ?? end;
    const length = endedAt === null ? 'not answered' : formatLength(stop - startedAt);
    return {
      tone: kind === 'model' ? 'model' : 'tool',
      start: startedAt - origin,
      end: Math.max(stop, startedAt) - origin,
      isUnreal: false,
      call: { title: `${kind === 'model' ? `Turn ${turns}` : name}, ${length}`, hasFailed: error !== null },
    };
  });
}

/** How often an agent asked its model and its tools, in words; null where there is no more to tell than the attempt. */
export function describeCalls(view: ActivationView): string | null {
  if (!hasTurns(view)) return null;
  const turns = countModels(view.effects);
  const others = view.effects.length - turns;
  return others === 0 ? count(turns, 'turn') : `${count(turns, 'turn')}, ${count(others, 'tool call')}`;
}

/** What was reused was called in another run. */
function hasTurns({ pinned, effects }: ActivationView): boolean {
  return pinned !== 'reused' && effects.length > 1 && effects.some(({ kind }) => kind === 'model');
}

function countModels(effects: ActivationView['effects']): number {
  return effects.filter(({ kind }) => kind === 'model').length;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
