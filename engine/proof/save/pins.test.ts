import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { runScript } from '../../testing/index.ts';
import { failuresOf, findingsIn } from '../testing.ts';
import { saveTest } from './saveTest.ts';

beforeAll(() => loadPatterns());

const FLOW = `tasks:
  - { id: get, type: basic, use: core:http, with: { url: https://api.example.com }, on_success: { next: sum } }
  - { id: sum, type: basic, with: { n: '{{ tasks.get.output.body }}' }, on_success: { next: fail } }
  - { id: fail, type: basic, with: { n: 1 }, on_error: { next: last } }
  - { id: last, type: basic, with: { n: '{{ tasks.sum.output.n }}', code: '{{ error.code }}' } }
outputs: { n: '{{ tasks.last.output.n }}', code: '{{ tasks.last.output.code }}' }
`;

const PINS = {
  get: { kind: 'pinned', output: { body: 1 } },
  sum: { kind: 'pinned', output: { n: 5 } },
  fail: { kind: 'pinned', error: { code: 'TIMEOUT_ERROR', message: 'Late.', details: null } },
} as const;

test('what was pinned in a run is pinned in its test, whatever the task is', async () => {
  const analysis = analyze('flow.yaml', FLOW);
  const { events } = runScript(FLOW, { plan: { pins: PINS } });
  expect(events.at(-1)).toMatchObject({
    type: 'run.finished',
    status: 'success',
    output: { n: 5, code: 'TIMEOUT_ERROR' },
  });
  const saved = await saveTest({ analysis, events, name: 'pinned', text: '' });
  if (!saved.ok) throw new Error(saved.error.message);
  expect(saved.value.difference).toBeNull();
  expect(saved.value.text).toContain(`    pins:
      get: {output: {body: 1}}
      sum: {output: {n: 5}}
      fail: {error: {code: TIMEOUT_ERROR, message: Late.}}
`);
  expect(saved.value.text).not.toContain('answers:');
  expect(findingsIn(FLOW, saved.value.text)).toEqual([]);
  expect(await failuresOf(FLOW, saved.value.text)).toEqual([]);
});

const pinning = (pins: string): string => `tests:\n  - name: a\n    pins: ${pins}\n`;

test('a pin of a task that is not there, or that is none, is a finding', () => {
  expect(findingsIn(FLOW, pinning('{ gte: { output: 1 } }'))).toEqual([expect.stringContaining('TEST_TASK')]);
  for (const pin of ['simulate', '{ for: 1, output: 1 }', '[{ output: 1 }, { output: 2 }]', '{}'])
    expect({ pin, codes: findingsIn(FLOW, pinning(`{ get: ${pin} }`)) }).not.toMatchObject({ codes: [] });
  expect(readTestFile(pinning('{ get: { output: 1 } }')).file.tests[0]?.pins).toHaveLength(1);
});
