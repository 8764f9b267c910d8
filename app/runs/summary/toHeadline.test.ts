import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunError, type RunEvent, type RunEventBody } from '#engine/run';
import { toHeadline } from './toHeadline.ts';

const ERROR: RunError = { code: 'EXECUTION_ERROR', message: 'It broke', details: null };

const started = (taskId: string, activation: number, parent: number | null = null): RunEventBody => ({
  type: 'task.started',
  taskId,
  activation,
  parent,
  operation: null,
  input: null,
});

const failed = (taskId: string, activation: number, error = ERROR): RunEventBody => ({
  type: 'task.failed',
  taskId,
  activation,
  error,
  output: null,
  duration: 1,
  retryCount: 0,
});

const waiting = (reason: string): RunEventBody => ({
  type: 'task.waiting',
  taskId: 'wait',
  activation: 1,
  reason,
  until: 9,
});

function runOf(...bodies: readonly RunEventBody[]) {
  const begin: RunEventBody = { type: 'run.started', runId: 'r', input: {}, simulate: false };
  const events = [begin, ...bodies].map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
  return { view: foldRun(EMPTY_VIEW, events), events };
}

function headlineOf(...bodies: readonly RunEventBody[]) {
  return toHeadline(runOf(...bodies));
}

const ended = (error: RunError): RunEventBody => ({
  type: 'run.finished',
  status: 'error',
  output: null,
  error,
});

const refuse = (): never => {
  throw new Error('All steps were asked for.');
};

describe('the headline of a run', () => {
  it('of a failed one leads to the step in which it failed, not to the container around it', () => {
    const headline = headlineOf(
      started('other', 1),
      failed('other', 1, { ...ERROR, message: 'That was caught' }),
      started('box', 2),
      started('inner', 3, 2),
      failed('inner', 3),
      failed('box', 2),
      ended(ERROR),
    );
    expect(headline).toMatchObject({ kind: 'failed', error: ERROR, step: { taskId: 'inner' } });
  });

  it('of a failed one is found without a look at every step', () => {
    const { view, events } = runOf(started('box', 1), started('inner', 2, 1), failed('inner', 2), ended(ERROR));
    const steps = new Map(view.activations);
    const all = { values: refuse, entries: refuse, forEach: refuse, [Symbol.iterator]: refuse };
    const activations = Object.assign(steps, all);
    expect(toHeadline({ view: { ...view, activations }, events })).toMatchObject({ step: { taskId: 'inner' } });
  });

  it('says why it failed also where no step did', () => {
    const limit: RunError = { code: 'LIMIT_ERROR', message: 'Too many tasks', details: null };
    expect(headlineOf(ended(limit))).toEqual({ kind: 'failed', error: limit, step: null });
  });

  it('names the signal that it waits for, and nothing while it waits for something else', () => {
    expect(headlineOf(started('wait', 1), waiting('signal approve'))).toMatchObject({
      kind: 'signal',
      signal: 'approve',
      step: { taskId: 'wait' },
    });
    expect(headlineOf(started('wait', 1), waiting('condition'))).toBeNull();
  });
});
