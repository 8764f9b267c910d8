import { expect, test } from 'vitest';
import { type ActivationView, EMPTY_VIEW, foldRun, tellItems } from '#engine/run';
import { effectView, taskStarted } from '#engine/testing';
import { type CardStateOptions, formatCountdown, formatElapsed, toCardState } from './toCardState.ts';

/** A task that started at 1,000 ms and still runs. */
const ACTIVATION = startedAt(1_000);

function startedAt(at: number): ActivationView {
  const begin = { seq: 0, at: 0, type: 'run.started', runId: 'r', input: {}, simulate: false } as const;
  const activation = foldRun(EMPTY_VIEW, [begin, { seq: 1, at, ...taskStarted('a', 1) }]).activations.get(1);
  if (activation === undefined) throw new Error('The task did not start.');
  return activation;
}
const OPTIONS = {
  run: 'running',
  attempts: 3,
  now: 3_500,
  idle: [],
  isLive: true,
  tell: tellItems,
} as const;
const ERROR = { code: 'COMMUNICATION_ERROR', message: '503 from the server', details: null };

/** The state of a task that looks by its status, unless it says otherwise. */
function stateOf(
  activation: ActivationView | undefined,
  options: Omit<CardStateOptions, 'look'> & Partial<CardStateOptions>,
) {
  return toCardState(activation, { look: activation?.status, ...options });
}

test('a task the run has not reached is pending, and skipped once the run has ended', () => {
  expect(stateOf(undefined, OPTIONS).status).toBe('pending');
  expect(stateOf(undefined, { ...OPTIONS, run: 'success' }).status).toBe('skipped');
});

test('while it runs its time counts up; afterwards it is fixed', () => {
  expect(stateOf(ACTIVATION, OPTIONS)).toMatchObject({ elapsed: '2.5 s', isTicking: true });
  const done = stateOf({ ...ACTIVATION, status: 'success', endedAt: 2_200 }, OPTIONS);
  expect(done).toMatchObject({ elapsed: '1.2 s', isTicking: false, line: null });
});

test('a wait counts down', () => {
  const state = stateOf({ ...ACTIVATION, status: 'waiting', until: 275_500 }, OPTIONS);
  expect(state).toMatchObject({ line: '4:32 left', elapsed: null });
});

test('what a person is asked leaves its line to the answer, and what is left stands beside what it uses', () => {
  const awaits = { signal: 'approval', since: 1_000 };
  const asked = { ...ACTIVATION, status: 'waiting', until: 275_500, awaits } as const;
  expect(stateOf(asked, OPTIONS)).toMatchObject({ line: null, elapsed: '4:32 left', asked: 1 });
  expect(stateOf(asked, { ...OPTIONS, isLive: false })).toMatchObject({ line: '4:32 left', asked: null });
});

test('a retry says which of how many, and when', () => {
  const state = stateOf({ ...ACTIVATION, status: 'retrying', retryCount: 1, until: 7_500 }, OPTIONS);
  expect(state.line).toBe('Retry 1 of 3 in 4 s');
});

test('a task that came through after a retry says why it was needed', () => {
  const attempts = [{ attempt: 1, startedAt: 1_000, endedAt: 1_100, error: ERROR }];
  const state = stateOf({ ...ACTIVATION, status: 'success', endedAt: 2_000, retryCount: 1, attempts }, OPTIONS);
  expect(state.line).toBe('Retried once · 503 from the server');
});

test('items are counted with a bar', () => {
  const state = stateOf({ ...ACTIVATION, progress: { done: 7, total: 12, failed: 1 } }, OPTIONS);
  expect(state).toMatchObject({ line: '7 of 12 · 1 failed', progress: 7 / 12 });
});

test('a failure is said in its words', () => {
  expect(stateOf({ ...ACTIVATION, status: 'error', endedAt: 2_000, error: ERROR }, OPTIONS).line).toBe(
    '503 from the server',
  );
});

test('a failure after which the run went on keeps its words and looks less alarming', () => {
  const failed = { ...ACTIVATION, status: 'error', endedAt: 2_000, error: ERROR } as const;
  expect(stateOf(failed, { ...OPTIONS, look: 'handled' })).toMatchObject({
    status: 'error',
    look: 'handled',
    line: '503 from the server',
  });
  expect(stateOf(failed, OPTIONS).look).toBe('error');
});

test('a made-up answer is marked, unless a louder mark says that another took its place', () => {
  const simulated = { ...ACTIVATION, simulated: true };
  expect(stateOf(simulated, OPTIONS).isSimulated).toBe(true);
  expect(stateOf({ ...simulated, pinned: 'mocked' }, OPTIONS).isSimulated).toBe(false);
  expect(stateOf({ ...simulated, isEdited: true }, OPTIONS).isSimulated).toBe(false);
});

test('a call that was cut off and made again is told of', () => {
  const call = effectView({ key: 'k', startedAt: 1_000, repeats: [{ at: 3_000, by: 'person' }] });
  expect(stateOf({ ...ACTIVATION, effects: [call] }, OPTIONS).repeats).toMatch(/^Made at .*, made again at /);
  expect(stateOf({ ...ACTIVATION, effects: [effectView({ key: 'k' })] }, OPTIONS).repeats).toBeNull();
});

test('lengths of time are short', () => {
  expect([2, 900, 12_000, 185_000].map(formatElapsed)).toEqual(['2 ms', '0.9 s', '12 s', '3 min']);
  expect([3_600_000, 5_400_000, 172_800_000].map(formatElapsed)).toEqual(['1 h', '1.5 h', '2 d']);
  expect([400, 60_000, 3_661_000, 604_799_000].map(formatCountdown)).toEqual(['1 s', '1:00', '1:01:01', '6 d 23 h']);
});
