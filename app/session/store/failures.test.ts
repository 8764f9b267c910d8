import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { taskFailed, taskStarted, taskSucceeded } from '#engine/testing';
import { cardActivation, countFailed, countTimes, failedSteps } from './failures.ts';
import type { ShownRun } from './RunState.ts';

const ERROR = { code: 'EXECUTION_ERROR', message: 'It broke', details: null };

const started = (taskId: string, activation: number, parent: number | null, item?: number): RunEventBody =>
  taskStarted(taskId, activation, { parent, item });

const failed = (taskId: string, activation: number): RunEventBody => taskFailed(taskId, activation, ERROR);

/** The failure of a round of `a` leads to `a` again. */
const led = (activation: number): RunEventBody => {
  return { type: 'edge.taken', taskId: 'a', activation, via: 'on_error', target: 'a', with: {} };
};

/** Of three items the first two fail. */
const EACH = [
  started('each', 1, null),
  started('step', 2, 1, 0),
  failed('step', 2),
  started('step', 3, 1, 1),
  failed('step', 3),
  started('step', 4, 1, 2),
  taskSucceeded('step', 4),
];

function runOf(bodies: readonly RunEventBody[], moment?: number): ShownRun {
  const begin: RunEventBody = { type: 'run.started', runId: 'r', input: {}, simulate: false };
  const events = [begin, ...bodies].map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
  const at =
    moment === undefined ? null : { count: moment, at: moment, view: foldRun(EMPTY_VIEW, events.slice(0, moment)) };
  return { events, view: foldRun(EMPTY_VIEW, events), moment: at } as unknown as ShownRun;
}

describe('what stands for a task on its card', () => {
  it('is the first item that failed, not the last that ran', () => {
    const run = runOf(EACH);
    expect(run.view.tasks.get('step')?.status).toBe('success');
    expect(cardActivation(run, 'step')).toMatchObject({ activation: 2, status: 'error' });
    expect(countFailed(run, 'step')).toBe(2);
  });

  it('is what it was at an instant of the past', () => {
    expect(cardActivation(runOf(EACH, 3), 'step')).toMatchObject({ activation: 2, status: 'running' });
    expect(countFailed(runOf(EACH, 3), 'step')).toBe(0);
    expect(countFailed(runOf(EACH, 5), 'step')).toBe(1);
  });

  it('is the round that failed first, unless one is under way', () => {
    const loop = [
      started('a', 1, null),
      taskSucceeded('a', 1),
      started('a', 2, null),
      failed('a', 2),
      started('a', 3, null),
    ];
    expect(cardActivation(runOf(loop), 'a')).toMatchObject({ activation: 3, status: 'running' });
    const over = [...loop, failed('a', 3), started('a', 4, null), taskSucceeded('a', 4)];
    expect(cardActivation(runOf(over), 'a')).toMatchObject({ activation: 2, status: 'error' });
    expect(countFailed(runOf(over), 'a')).toBe(2);
    expect(cardActivation(runOf(over, 3), 'a')).toMatchObject({ activation: 1, status: 'success' });
    expect(countFailed(runOf(over, 5), 'a')).toBe(1);
  });

  it('is the round that ended the run, where the one that failed first was handled', () => {
    const ended = [started('a', 1, null), failed('a', 1), led(1), started('a', 2, null), failed('a', 2)];
    expect(cardActivation(runOf(ended), 'a')).toMatchObject({ activation: 2, status: 'error' });
    expect(cardActivation(runOf(ended, 4), 'a')).toMatchObject({ activation: 1, status: 'error' });
    expect(cardActivation(runOf([...ended, led(2)]), 'a')).toMatchObject({ activation: 1, status: 'error' });
  });

  it('is the last one of a collection that ran anew', () => {
    const again = runOf([...EACH, started('each', 5, null), started('step', 6, 5, 0), taskSucceeded('step', 6)]);
    expect(cardActivation(again, 'step')).toMatchObject({ activation: 6, status: 'success' });
  });
});

describe('how often a task ran', () => {
  const loop = Array.from({ length: 40 }, (_, at) => [started('a', at + 1, null), taskSucceeded('a', at + 1)]).flat();

  it('counts its rounds, up to the instant that is shown', () => {
    expect(countTimes(runOf(loop), 'a')).toBe(40);
    for (const [moment, times] of [
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 2],
      [80, 40],
    ] as const)
      expect(countTimes(runOf(loop, moment), 'a')).toBe(times);
    expect(countTimes(runOf(loop), 'b')).toBe(0);
  });

  it('leaves items to the collection that counts them', () => {
    expect(countTimes(runOf(EACH), 'step')).toBe(0);
    expect(countTimes(runOf(EACH), 'each')).toBe(1);
  });
});

describe('the failed steps of a run', () => {
  it('are those that failed by themselves, in the order in which they did', () => {
    expect(failedSteps(runOf([...EACH, failed('each', 1)]))).toEqual([2, 3]);
  });

  it('are collections, too, whose own calls failed for an item', () => {
    const progress: RunEventBody = {
      type: 'task.progress',
      taskId: 'each',
      activation: 1,
      done: 2,
      total: 2,
      failed: 1,
    };
    expect(failedSteps(runOf([started('each', 1, null), progress, progress, taskSucceeded('each', 1)]))).toEqual([1]);
    expect(failedSteps(runOf([...EACH, progress, taskSucceeded('each', 1)]))).toEqual([2, 3]);
  });
});
