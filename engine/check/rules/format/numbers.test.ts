import { describe, expect, test } from 'vitest';
import { runScript } from '../../../testing/index.ts';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

const wait = (config: string) => `tasks: [{ id: a, type: wait, config: { ${config} } }]`;
const flow = (...tasks: readonly string[]) => `tasks: [${tasks.map((task) => `{ ${task} }`).join(', ')}]`;

describe('durations that a run refuses', () => {
  test.each([
    ['no time between checks', wait('timeout: 5s, check_interval: 0s'), 'OUT_OF_RANGE 0s'],
    ['less than a millisecond between checks', wait('timeout: 5s, check_interval: 0.1ms'), 'OUT_OF_RANGE 0.1ms'],
    ['over 100 years', wait('timeout: 200000w, check_interval: 1s'), 'INVALID_DURATION 200000w'],
    [
      'over 100 years, in a policy',
      flow(
        'id: a, type: basic, use: core:http, with: { url: x }, retry: { attempts: 1, backoff: fixed, interval: 40000d }',
      ),
      'INVALID_DURATION 40000d',
    ],
  ])('%s', (_, text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
    expect(runScript(text, { answers: { a: { error: 'X' } } }).view.status).toBe('error');
  });

  test('the shortest and the longest that a run takes are fine', () => {
    expect(findingsIn(wait('timeout: 36525d, check_interval: 1ms'))).toEqual([]);
    expect(findingsIn(wait('timeout: "{{ workflow.input.t }}", check_interval: "{{ workflow.input.i }}"'))).toEqual([]);
  });

  test('no time between checks has a fix', () => {
    expect(applyFix(wait('timeout: 5s, check_interval: 0s'), 'OUT_OF_RANGE')).toContain('check_interval: 1s');
  });
});

describe('numbers that JSON does not have', () => {
  test.each([
    [
      'a setting',
      flow('id: a, type: parallel, config: { max_concurrent: .inf }, tasks: [{ id: b, type: basic }]'),
      'OUT_OF_RANGE .inf',
    ],
    [
      'a setting that is no number',
      flow('id: a, type: parallel, config: { max_concurrent: .nan }, tasks: [{ id: b, type: basic }]'),
      'OUT_OF_RANGE .nan',
    ],
    [
      'one that is too large to be written',
      wait('timeout: 5s, check_interval: 1s, max_checks: 1e400'),
      'OUT_OF_RANGE 1e400',
    ],
    ['a limit', `limits: { per_task: .inf }\n${flow('id: a, type: basic')}`, 'OUT_OF_RANGE .inf'],
    ['data', flow('id: a, type: basic, with: { n: [-.inf] }'), 'OUT_OF_RANGE -.inf'],
  ])('%s', (_, text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
    expect(diagnose(text)[0]?.message).toMatch(/JSON, which has no such number\. Write a number/);
  });

  test('a setting that is not required is left out by the fix', () => {
    const text = flow(
      'id: a, type: parallel, config: { max_concurrent: .inf, fail_fast: true }, tasks: [{ id: b, type: basic }]',
    );
    expect(applyFix(text, 'OUT_OF_RANGE')).toBe(text.replace('max_concurrent: .inf, ', ''));
  });
});
