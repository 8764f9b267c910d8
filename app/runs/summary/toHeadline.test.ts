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

  it('of a failed one leads to what failed inside of containers that say it in their own words', () => {
    const reason = 'Item 1 is broken';
    const inner: RunError = { ...ERROR, message: reason };
    const details = { type: 'collection.item', index: 1, item: 'b', reason, cause: null };
    const own: RunError = { ...ERROR, message: `Item 1 failed: ${reason}`, details };
    const outer: RunError = {
      ...ERROR,
      message: `Task "each" failed: ${own.message}`,
      details: { type: 'composite.child', task_id: 'each', reason: own.message, cause: details },
    };
    const headline = headlineOf(
      started('all', 1),
      started('each', 2, 1),
      started('caught', 3, 2),
      failed('caught', 3, { ...ERROR, message: 'That was caught' }),
      started('step', 4, 2),
      failed('step', 4, inner),
      failed('each', 2, own),
      failed('all', 1, outer),
      ended(outer),
    );
    expect(headline).toMatchObject({ kind: 'failed', step: { activation: 4 } });
  });

  it('of one that went well counts the items that failed', () => {
    const item: RunEventBody = {
      type: 'task.started',
      taskId: 'step',
      activation: 2,
      parent: 1,
      operation: { kind: 'item', index: 0 },
      input: null,
    };
    const progress: RunEventBody = {
      type: 'task.progress',
      taskId: 'each',
      activation: 1,
      done: 3,
      total: 3,
      failed: 1,
    };
    const success: RunEventBody = { type: 'run.finished', status: 'success', output: null, error: null };
    expect(headlineOf(started('each', 1), item, failed('step', 2), progress, success)).toMatchObject({
      kind: 'items',
      group: { taskId: 'each' },
      failed: 1,
      total: 3,
    });
    expect(headlineOf(started('each', 1), success)).toBeNull();
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

const warning = (message: string): RunEventBody => ({
  type: 'warning',
  taskId: 'greet',
  code: 'MISSING_REFERENCE',
  message,
  path: 'input.amout',
});
const success: RunEventBody = { type: 'run.finished', status: 'success', output: null, error: null };

describe('a run that ended well', () => {
  it('leads to the step that warned first', () => {
    const headline = headlineOf(started('greet', 1), warning('one'), warning('two'), success);
    expect(headline).toMatchObject({ kind: 'warnings', step: { activation: 1 } });
    expect(headline?.kind === 'warnings' && headline.warnings.map(({ message }) => message)).toEqual(['one', 'two']);
  });

  it('says nothing without a warning', () => {
    expect(headlineOf(started('greet', 1), success)).toBeNull();
  });
});
