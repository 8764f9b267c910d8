import { describe, expect, it } from 'vitest';
import { type EffectView, EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { taskStarted } from '#engine/testing';
import { describeRepeats, listUndecided, momentOf, timeOf } from './repeats.ts';

const NOON = new Date(2026, 0, 15, 12, 0, 0).getTime();
const DAY = 24 * 60 * 60 * 1000;

describe('a moment to come', () => {
  it('is a time of day today', () => {
    expect(momentOf(NOON + 60_000, NOON)).toBe(timeOf(NOON + 60_000));
  });

  it('has its date on any other day, and its year where that is far', () => {
    expect(momentOf(NOON + DAY, NOON)).toMatch(/ on .*16/);
    expect(momentOf(NOON + DAY, NOON)).not.toContain('2026');
    expect(momentOf(NOON + 400 * DAY, NOON)).toContain('2027');
  });
});

describe('a call that was made again', () => {
  const effect = { name: 'http', startedAt: NOON } as EffectView;
  const again = { at: NOON + DAY, by: 'person' } as const;

  it('says when it was made, when again, and who said so', () => {
    expect(describeRepeats({ effects: [effect, { ...effect, repeats: [again] }] })).toBe(
      `http was made at ${timeOf(NOON)}, again at ${timeOf(NOON + DAY)}, since a person said so`,
    );
  });

  it('is none where it was made once, or where the run that it started went on', () => {
    const child = { runId: 'r', file: 'a.yaml' } as NonNullable<EffectView['child']>;
    expect(describeRepeats({ effects: [effect, { ...effect, repeats: [again], child }] })).toBeNull();
  });
});

/** Where the step of an activation makes its call. */
const call = (activation: number) => ({ taskId: `t${activation}`, activation, key: `k${activation}` });

const requested = (activation: number): RunEventBody => ({
  type: 'effect.requested',
  ...call(activation),
  kind: 'tool',
  name: 'http',
  request: null,
});

describe('calls that were cut off', () => {
  const CUT_OFF: readonly RunEventBody[] = [
    taskStarted('t1', 1),
    requested(1),
    taskStarted('t2', 2),
    requested(2),
    taskStarted('t3', 3),
    requested(3),
    {
      type: 'run.interrupted',
      since: 5,
      cause: 'lost',
      calls: [1, 2, 3].map((activation) => ({ ...call(activation), hasConsequences: activation !== 3 })),
    },
  ];
  const GIVEN_UP = { code: 'EXECUTION_ERROR', message: 'Unknown.', details: null } as const;

  /** Keys of the calls that a person is asked about after these events. */
  function askedAfter(...bodies: readonly RunEventBody[]): readonly string[] {
    const events = [...CUT_OFF, ...bodies].map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
    return listUndecided({ events, view: foldRun(EMPTY_VIEW, events) }).map(({ effect }) => effect.key);
  }

  it('are asked about where they may have done something, in the order in which they were made', () => {
    expect(askedAfter()).toEqual(['k1', 'k2']);
  });

  it('are no longer asked about one by one, once each is made again or given up', () => {
    const again: RunEventBody = { type: 'effect.repeated', ...call(1), by: 'person' };
    const completed = { type: 'effect.completed', ...call(2), response: null, simulated: false, duration: 1 } as const;
    expect(askedAfter(again)).toEqual(['k2']);
    expect(askedAfter(again, { ...completed, error: GIVEN_UP })).toEqual([]);
  });
});
