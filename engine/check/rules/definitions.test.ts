import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../text/index.ts';
import { applyFix, diagnose } from '../testing.ts';

const codes = (text: string) =>
  diagnose(text, {}).flatMap(({ code, path }) => (code === 'NO_TASKS' ? [] : [`${code} ${path.join('.')}`]));

describe('a file with one definition', () => {
  test.each([
    ['type: wait\nconfig: { timeout: 5 }', ['INVALID_DURATION config.timeout']],
    ['type: basic\nuse: core:log\nconfig: { batch_size: 2 }', ['FOREIGN_CONFIG config.batch_size']],
    ['type: basic\nuse: core:log\nretry: { attempts: 1 }', ['REQUIRED_KEY retry', 'REQUIRED_KEY retry']],
    ['use: core:agent\nconfig: { provider: mock, temperature: 3 }', ['OUT_OF_RANGE config.temperature']],
    ['use: core:agent\nactions: [{ id: a, instructions: x }]', ['REQUIRED_KEY actions.0']],
    ['use: core:http\nschema: { input: { type: nothing }, output: {} }', ['INVALID_SCHEMA schema.input.type']],
    ['use: core:http\nconfig: { api_key: abcdef123456 }', ['SECRET_IN_CLEAR config.api_key']],
    ['use: http', ['INVALID_REFERENCE use']],
    ['type: basic\nuse: core:log\nwith: { m: "{{ nope }}" }', ['UNKNOWN_ROOT with.m']],
    ['type: basic\nuse: core:log\nwith: { m: "{{ nope" }', ['EXPRESSION_SYNTAX with.m']],
    ['type: basic\nuse: core:log\nwhit: { m: x }', ['UNKNOWN_KEY whit']],
  ])('is checked as what it is: %j', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test.each([
    'type: wait\nconfig: { timeout: 5s }',
    'use: core:agent\nconfig: { model: x }',
    'type: basic\nuse: agent:who\nwith: { m: "{{ tasks.other.output }} {{ item }} {{ agents.x.output }}" }\non_success: { next: other }',
    'import: ./base.yaml\nretry: { attempts: 1, backoff: fixed, interval: 1s }',
  ])('is not blamed for what its import gives or surrounds it with: %j', (text) => {
    expect(codes(text)).toEqual([]);
  });

  test('is fixed in its own text, in which everything is at its place', () => {
    const text = '# mine\r\nid: x\ntype: wait\nconfig:\n  timeout: 5 # short\n  check_interval: 1s\n';
    const [, found] = diagnose(text, {});
    expect(text.slice(found?.range.start, found?.range.end)).toBe('5');
    expect(applyEdits(text, found?.fixes?.[0]?.edits ?? [])).toBe(text.replace('5 #', '5s #'));
    expect(applyFix('use: core:log\nretrry: 1\ntype: basic\n', 'IGNORED_KEY')).toBe(
      'use: core:log\nretry: 1\ntype: basic\n',
    );
    const inner = 'type: composite\nretries: 1\ntasks:\n  - { id: a, type: basic, retries: 1 }\n';
    const fixes = diagnose(inner).flatMap(({ code, fixes: own = [] }) => (code === 'IGNORED_KEY' ? own : []));
    expect(fixes).toEqual([]);
  });
});
