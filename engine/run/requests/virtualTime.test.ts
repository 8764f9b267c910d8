import { expect, test } from 'vitest';
import { replay, runScript, SCRIPT_START, type Script, yaml } from '../../testing/index.ts';

/** A run, and what of it says how long was waited: ms after its start. */
function run(text: string, script: Script) {
  const result = runScript(text, script);
  // What the person did is an input: the journal alone gives the same run.
  expect(replay(text, result.journal)).toEqual(result.events);
  const told = result.events.flatMap((event) => {
    const at = event.at - SCRIPT_START;
    if (event.type === 'wait.skipped') return [`${at} skipped ${event.what} of ${event.taskId}`];
    if (event.type === 'task.attempt') return [`${at} attempt ${event.attempt} of ${event.taskId}`];
    if (event.type === 'handler.fired' && event.handler === 'on_check') return [`${at} check`];
    return event.type === 'run.finished' ? [`${at} ${event.status}`] : [];
  });
  return { ...result, told };
}

const skip = (after: number, activation = 1) => ({ after, type: 'wait.skipped', activation }) as const;

const wait = (config: string, more = ''): string => yaml`
  tasks:
    - id: w
      type: wait
      config: ${config}
      ${more}
`;

test('the rest of a delay is skipped, its length is told as it was, and the step says so', () => {
  const { told, view } = run(wait('{timeout: 1h, check_interval: 1h}'), { inputs: [skip(90_000)] });
  expect(told).toEqual(['0 attempt 1 of w', '90000 skipped delay of w', '90000 success']);
  expect(view.output).toMatchObject({ satisfied: false, waited: 90_000 });
  expect(view.tasks.get('w')).toMatchObject({ isHurried: true, isEdited: false });
});

test('a condition is checked at once, and the checks after that keep their distance from it', () => {
  const text = wait(
    '{timeout: 1h, check_interval: 10m, condition: "output.ready"}',
    'use: core:http\n    on_check: {}',
  );
  const answers = { w: [{ value: { ready: false } }, { value: { ready: false } }, { value: { ready: true } }] };
  const { told } = run(text, { answers, inputs: [skip(60_000)] });
  expect(told).toEqual([
    '0 attempt 1 of w',
    '0 check',
    '60000 skipped check of w',
    '60000 check',
    '660000 check',
    '660000 success',
  ]);
});

test('an attempt comes before its backoff is over, and counts as one', () => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, use: core:http, retry: {attempts: 1, backoff: fixed, interval: 5m}}
  `;
  const { told, view } = run(text, { answers: { a: [{ error: 'down' }, { value: 1 }] }, inputs: [skip(1000)] });
  expect(told).toEqual(['0 attempt 1 of a', '1000 skipped retry of a', '1000 attempt 2 of a', '1000 success']);
  expect(view.tasks.get('a')).toMatchObject({ retryCount: 1, isHurried: true });
});

test('a signal that is not waited for any longer has timed out', () => {
  const { told, view } = run(wait('{signal: go, timeout: 1h, check_interval: 1h}'), { inputs: [skip(1000)] });
  expect(told).toEqual(['0 attempt 1 of w', '1000 skipped deadline of w', '1000 error']);
  expect(view.error).toMatchObject({ code: 'TIMEOUT_ERROR', details: { type: 'wait.timeout', waited: 1000 } });
});

test.each([
  ['is at work', [skip(1000)], 'it waits for no time, or no longer'],
  ['is none of the run', [skip(1000, 99)], 'it waits for no time, or no longer'],
])('a step that %s is left alone, with a warning', (_what, inputs, reason) => {
  const text = yaml`
    tasks:
      - {id: a, type: basic, use: core:http}
  `;
  const { view, told } = run(text, { answers: { a: { value: 1, after: 5000 } }, inputs });
  expect(told.at(-1)).toBe('5000 success');
  expect(view.warnings).toMatchObject([{ code: 'WAIT_NOT_SKIPPED', message: expect.stringContaining(reason) }]);
});

test('in a paused run nothing is skipped', () => {
  const paused = { after: 1000, type: 'run.paused', reason: 'asked' } as const;
  const { told, view } = run(wait('{timeout: 1h, check_interval: 1h}'), {
    inputs: [paused, skip(2000), { after: 3000, type: 'run.resumed' }],
  });
  expect(told).toEqual(['0 attempt 1 of w', '3600000 success']);
  expect(view.warnings).toMatchObject([{ code: 'WAIT_NOT_SKIPPED', message: expect.stringContaining('paused') }]);
});
