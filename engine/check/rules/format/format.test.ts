import { describe, expect, test } from 'vitest';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

describe('the format', () => {
  test.each([
    ['tasks: [{ type: basic }]', 'REQUIRED_KEY { type: basic }'],
    ['tasks:\n  - id: a\n    name: A\n', 'REQUIRED_KEY id: a'],
    ['tasks: [{ id: a, type: bsic }]', 'NOT_ALLOWED_VALUE bsic'],
    ['tasks: [{ id: a, type: basic, config: { timeout: 30 } }]', 'INVALID_DURATION 30'],
    ['tasks: [{ id: a, type: basic, config: { timeout: soon } }]', 'INVALID_DURATION soon'],
    ['tasks: [{ id: a, type: basic, use: thing }]', 'INVALID_REFERENCE thing'],
    ['tasks: [{ id: a, type: basic, use: "acme:thing@" }]', 'INVALID_REFERENCE "acme:thing@"'],
    ['tasks: [{ id: "", type: basic }]', 'EMPTY_VALUE ""'],
    ['tasks: [{ id: a, type: basic, on_success: a }]', 'WRONG_TYPE a'],
    [
      'agents: [{ id: a, use: core:agent, config: { provider: mock, model: m, temperature: 2 } }]\ntasks: []',
      'OUT_OF_RANGE 2',
    ],
    ['tasks:\n  - id: a\n    type: basic\n    config:\n      - 1\n      - 2\n', 'WRONG_TYPE config'],
  ])('%j', (text, ...expected) => {
    expect(findingsIn(text).filter((finding) => !/^(?:NO_TASKS|UNREACHABLE|CYCLE)/.test(finding))).toEqual(expected);
  });

  test.each([
    ['tasks: [{ id: a, type: basic, config: { timeout: 30 } }]', 'INVALID_DURATION', '30s'],
    ['tasks: [{ id: a, type: bsic }]', 'NOT_ALLOWED_VALUE', 'type: basic'],
    ['tasks: [{ id: a, type: parallel, config: { fail_fast: yes } }]', 'WRONG_TYPE', 'fail_fast: true'],
    ['tasks: [{ id: a, type: parallel, config: { max_concurrent: "4" } }]', 'WRONG_TYPE', 'max_concurrent: 4'],
    ['tasks: [{ id: 7, type: basic }]', 'WRONG_TYPE', 'id: "7"'],
    ['tasks: [{ id: a, type: basic, on_success: end }]', 'WRONG_TYPE', 'next: end'],
    ['tasks: [{ id: a }]', 'REQUIRED_KEY', 'type: basic'],
    [
      'tasks:\n  - id: a\n    type: decision\n    condition: "{{ true }}" # a way\n',
      'IGNORED_KEY',
      'config:\n      condition: "{{ true }}" # a way\n',
    ],
    [
      'tools: [{ id: t, use: core:log, schema: { input: {}, output: {} } }]\ntasks: [{ id: a, type: basic, use: t }]',
      'INVALID_REFERENCE',
      'use: "tool:t"',
    ],
    [
      'schema: { input: { properties: { a: { type: strng } } } }\ntasks: [{ id: a, type: basic }]',
      'INVALID_SCHEMA',
      '{ type: string }',
    ],
    [
      'tasks: [{ id: a, type: wait, config: { signal: go, signal_schema: { type: bool }, timeout: 2h, check_interval: 1h } }]',
      'INVALID_SCHEMA',
      '{ type: boolean }',
    ],
    [
      'tasks: [{ id: a, type: wait, config: { signal_schema: { type: boolean }, timeout: 2h, check_interval: 1h } }]',
      'SCHEMA_WITHOUT_SIGNAL',
      'signal: a',
    ],
  ])('fixes %j', (text, code, expected) => {
    const after = applyFix(text, code);
    expect(after).toContain(expected);
    expect(diagnose(after).map((diagnostic) => diagnostic.code)).not.toContain(code);
  });
});

describe('keys', () => {
  test.each([
    ['tasks: [{ id: a, type: basic, on_sucess: {} }]', 'IGNORED_KEY on_sucess'],
    ['descripton: x\ntasks: [{ id: a, type: basic }]', 'UNKNOWN_KEY descripton'],
    ['tasks: [{ id: a, type: basic, config: { max_concurrent: 1 } }]', 'FOREIGN_CONFIG max_concurrent'],
    ['tasks: [{ id: a, type: basic, on_item_start: {} }]', 'FOREIGN_HANDLER on_item_start'],
    ['tasks: [{ id: a, type: basic, tasks: [] }]', 'FOREIGN_TASKS tasks'],
    ['tasks: [{ id: a, type: basic, with: { any: { thing: 1 } }, env: { ANY: 1 } }]'],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });

  test('a near key is the fix', () => {
    expect(applyFix('tasks: [{ id: a, type: basic, on_sucess: { next: end } }]', 'IGNORED_KEY')).toContain(
      'on_success: { next: end }',
    );
  });
});
