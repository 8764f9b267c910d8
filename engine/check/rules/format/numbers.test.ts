import { describe, expect, test } from 'vitest';
import { runScript } from '../../../testing/index.ts';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

const wait = (config: string) => `tasks: [{ id: a, type: wait, config: { ${config} } }]`;
const flow = (...tasks: readonly string[]) => `tasks: [${tasks.map((task) => `{ ${task} }`).join(', ')}]`;

const call = (value: string) => flow(`id: a, type: basic, use: core:log, with: { message: ${value} }`);

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

describe('integers that no number holds', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '0x20000000000001',
    '[12345678901234567890]',
  ])('%s is an error', (value) => {
    expect(findingsIn(call(value))).toEqual([`NUMBER_PRECISION ${value.replace(/[[\]]/g, '')}`]);
  });

  test('it says what a run would read, and keeps it as text by its fix', () => {
    expect(diagnose(call('9007199254740993'))[0]?.message).toContain('a run would read 9007199254740992');
    expect(applyFix(call('9007199254740993'), 'NUMBER_PRECISION')).toBe(call('"9007199254740993"'));
  });

  test.each([
    '9007199254740991',
    '9007199254740992',
    '"9007199254740993"',
    '!!str 9007199254740993',
    '1e21',
    '{ 9007199254740993: a }',
  ])('%s is fine', (value) => {
    expect(findingsIn(call(value))).toEqual([]);
  });

  test('in an expression', () => {
    expect(findingsIn(call('"{{ 9007199254740993 }}"'))).toEqual(['EXPRESSION_SYNTAX 9007199254740993']);
  });
});

describe('integers that no number holds, in a text that a function reads', () => {
  test.each([
    ["toNumber('9007199254740993')", 'Leave toNumber() out and keep it as text.'],
    ["'-12345678901234567890' | toNumber", 'Leave toNumber() out and keep it as text.'],
    [
      `fromJson('{\\"id\\": 9007199254740993}')`,
      'This JSON at id has 9007199254740993, too long for an exact number. Write it in quotes.',
    ],
  ])('%s is an error', (expression, says) => {
    const [found] = diagnose(call(`"{{ ${expression} }}"`));
    expect(found).toMatchObject({ code: 'NUMBER_PRECISION', severity: 'error' });
    expect(found?.message).toContain(says);
  });

  test.each(["toNumber('9007199254740992')", "fromJson('[1]')", 'toNumber(workflow.input.id)', "fromJson('{')"])(
    '%s is fine',
    (expression) => {
      expect(findingsIn(call(`"{{ ${expression} }}"`))).not.toContainEqual(expect.stringContaining('NUMBER_PRECISION'));
    },
  );

  test('items of a collection that are written as JSON', () => {
    const items = flow("id: a, type: collection, use: core:log, config: { items: '[9007199254740993]' }");
    const passed = flow("id: a, type: collection, use: core:log, with: { items: '[1, 9007199254740993]' }");
    expect(findingsIn(items).join()).toMatch(/NUMBER_PRECISION|EXPRESSION_SYNTAX/);
    expect(findingsIn(passed).join()).toContain('NUMBER_PRECISION');
  });
});

describe('numbers that look like text', () => {
  test.each(['01234', '-007', '+4917012345', '1.20', '1.0', '00.5'])('%s is a warning', (value) => {
    expect(findingsIn(call(value))).toEqual([`NUMBER_AS_TEXT ${value}`]);
    expect(applyFix(call(value), 'NUMBER_AS_TEXT')).toBe(call(`"${value}"`));
  });

  test.each(['0', '-1', '0.5', '1.25', '1e14', '0x1F', '0o17', '0.0', '-0', '-0.0', '"01234"', '1.2.0', '2026-01-02'])(
    '%s is fine',
    (value) => {
      expect(findingsIn(call(value))).toEqual([]);
    },
  );

  test('where the format wants a number it is one', () => {
    expect(findingsIn(`limits: { per_task: 010 }\n${flow('id: a, type: basic')}`)).toEqual([]);
  });
});
