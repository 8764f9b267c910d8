import { describe, expect, test } from 'vitest';
import type { PinKind, RunEvent, RunEventBody } from '../../../run/index.ts';
import { listWords } from './listWords.ts';
import { percentile, stepOf, sumDurations, sumTasks } from './RunFacts.ts';
import { RunTally } from './RunTally.ts';

/** Events at times in ms. */
function eventsOf(...bodies: readonly (readonly [at: number, body: RunEventBody])[]): readonly RunEvent[] {
  return bodies.map(([at, body], seq) => ({ seq, at, ...body }));
}

const done = (taskId: string, duration: number, pinned?: PinKind): RunEventBody => ({
  type: 'task.succeeded',
  taskId,
  activation: 1,
  output: null,
  duration,
  retryCount: 0,
  simulated: false,
  ...(pinned === undefined ? {} : { pinned }),
});

const failed = (taskId: string, duration: number): RunEventBody => ({
  type: 'task.failed',
  taskId,
  activation: 1,
  error: { code: 'TIMEOUT_ERROR', message: 'Too slow', details: null },
  output: null,
  duration,
  retryCount: 0,
});

const answer = (key: string, tokens: number, cost?: number): readonly RunEventBody[] => [
  { type: 'effect.requested', taskId: 'ask', activation: 1, key, kind: 'model', name: 'm', request: null },
  {
    type: 'effect.completed',
    taskId: 'ask',
    activation: 1,
    key,
    response: { usage: { input_tokens: tokens, output_tokens: 1 } },
    error: null,
    simulated: false,
    duration: 1,
    ...(cost === undefined ? {} : { cost }),
  },
];

const paused: RunEventBody = { type: 'run.paused', reason: 'asked', breakpoint: null, next: null };

const report = (used: number): RunEventBody => ({
  type: 'child.reported',
  taskId: 'call',
  activation: 1,
  key: 'k',
  child: {
    runId: 'c',
    file: 'c.yaml',
    usage: { input_tokens: used, output_tokens: 0, cost: null, unpriced: 1 },
  },
});

const factsOf = (ms: number, wrong: number) => ({
  tasks: [{ taskId: 'a', ended: 2, failed: wrong, durations: [[ms, 2]] as const }],
});

describe('the facts of a run', () => {
  const first = eventsOf(
    [10, { type: 'run.started', runId: 'r', input: { name: 'Ada' }, simulate: false }],
    [30, done('read', 20)],
    [40, paused],
    ...answer('k1', 5, 0.5).map((body) => [50, body] as const),
  );
  const rest = eventsOf(
    [540, { type: 'run.resumed' }],
    [560, failed('ask', 525)],
    [560, done('read', 9, 'pinned')],
    [
      570,
      {
        type: 'run.finished',
        status: 'error',
        output: null,
        error: { code: 'TIMEOUT_ERROR', message: 'Too slow', details: { step: 'ask' } },
      },
    ],
  );

  test('are how long its tasks worked, without pauses and pinned answers, what it used and its words', () => {
    const tally = new RunTally(10);
    tally.add([...first, ...rest]);
    expect(tally.gathered).toEqual({
      facts: {
        words: ['ada', 'timeout', 'error', 'too', 'slow', 'ask'],
        tasks: [
          { taskId: 'read', ended: 1, failed: 0, durations: [[20, 1]] },
          { taskId: 'ask', ended: 1, failed: 1, durations: [[25, 1]] },
        ],
      },
      usage: { input_tokens: 5, output_tokens: 1, cost: 0.5, unpriced: 0 },
      failure: 'TIMEOUT_ERROR: Too slow',
    });
  });

  test('tell the error as a person reads it elsewhere: items count from 1', () => {
    const tally = new RunTally(10);
    const message = 'Item 77 failed: No address';
    const details = { type: 'collection.item', index: 77, cause: null };
    const error = { code: 'EXECUTION_ERROR', message, details };
    tally.add(eventsOf([20, { type: 'run.finished', status: 'error', output: null, error }]));
    expect(tally.gathered.failure).toBe('EXECUTION_ERROR: Item 78 failed: No address');
  });

  test('are the same where it goes on from a checkpoint', () => {
    const whole = new RunTally(10);
    whole.add([...first, ...rest]);
    const before = new RunTally(10);
    before.add(first);
    const after = new RunTally(10, JSON.parse(JSON.stringify(before.toJson())));
    after.add(rest);
    expect(after.gathered).toEqual(whole.gathered);
  });

  test('of a fork leave out what happened in the run it came from, but for its input', () => {
    const tally = new RunTally(500);
    tally.add([...first, ...rest]);
    expect(tally.gathered.usage).toBeUndefined();
    expect(tally.gathered.facts.tasks.map(({ taskId }) => taskId)).toEqual(['ask']);
    expect(tally.gathered.facts.words).toContain('ada');
  });

  test('count what a run inside used once, however often it reports', () => {
    const tally = new RunTally(0);
    tally.add(eventsOf([1, report(3)], [2, report(8)]));
    expect(tally.gathered.usage?.input_tokens).toBe(8);
  });
});

describe('durations', () => {
  test('are told within 2.5 %', () => {
    for (const ms of [0, 1, 99, 100, 101, 333, 4_321, 86_400_000]) {
      const told = percentile([[stepOf(ms), 1]], 0.5) ?? Number.NaN;
      expect(Math.abs(told - ms)).toBeLessThanOrEqual(Math.max(0.5, ms * 0.026));
    }
  });

  test('have percentiles by the nearest rank', () => {
    const durations = sumDurations([
      [
        [10, 3],
        [20, 1],
      ],
      [
        [5, 1],
        [20, 15],
      ],
    ]);
    expect(percentile(durations, 0.2)).toBe(10);
    expect(percentile(durations, 0.5)).toBe(20);
    expect(percentile([], 0.5)).toBeNull();
  });

  test('of a task are summed over runs', () => {
    expect(sumTasks([factsOf(10, 0), factsOf(20, 2), { tasks: [] }])).toEqual({
      runs: 3,
      tasks: [{ taskId: 'a', runs: 2, failedRuns: 1, ended: 4, failed: 2, p50: 10, p95: 20 }],
    });
  });
});

test('words are those of texts and numbers, the outer ones first, as many as asked for', () => {
  const value = { deep: { more: ['last'] }, title: 'Straße 7, Ärger!', n: 42, isOn: true, none: null };
  expect(listWords(value, 9)).toEqual(['straße', '7', 'ärger', '42', 'last']);
  expect(listWords(value, 2)).toEqual(['straße', '7']);
});

test('counts warnings, over a checkpoint too, and has no number without one', () => {
  const warning: RunEventBody = {
    type: 'warning',
    taskId: 'a',
    code: 'MISSING_REFERENCE',
    message: 'gone',
    path: null,
  };
  const first = new RunTally(0);
  expect(first.gathered.warnings).toBeUndefined();
  first.add(eventsOf([1, warning]));
  const later = new RunTally(0, first.toJson());
  later.add(eventsOf([2, warning]));
  expect(later.gathered.warnings).toBe(2);
});
