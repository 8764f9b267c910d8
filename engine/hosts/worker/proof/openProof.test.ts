import { expect, test } from 'vitest';
import type { Call } from '../../../run/index.ts';
import { createTestHost } from '../../../testing/hosts/createTestHost.ts';
import type { RecordRequest } from '../protocol/Datasets.ts';
import { recordAnswers } from './openProof.ts';
import { playTests, type TestHost } from './playTests.ts';

const FLOW = `tasks:
  - { id: first, type: basic, use: core:http, with: { url: 'https://example.com/{{ env.SHOP }}' }, on_success: { next: second } }
  - { id: second, type: basic, use: core:http, with: { url: 'https://example.com/2' } }
outputs: { n: '{{ tasks.second.output.body }}' }
`;

const TEXT = `tests:
  - name: both   # as it is
    answers: { first: { output: { status: 200, body: 1 } } }
    expect: { output: { n: 2 } }
`;

const REQUEST: RecordRequest = {
  path: 'flow.test.yaml',
  text: TEXT,
  files: new Map([['flow.yaml', FLOW]]),
  index: 0,
  prices: [],
  live: { variables: [{ name: 'SHOP', value: 's', isSecret: false }], limits: { calls: 1 }, isFresh: false, width: 1 },
};

/** A host that answers what is asked for real; what was asked is in `asked`. */
function hostThat(answers: boolean): { readonly host: TestHost; readonly asked: Call[] } {
  const asked: Call[] = [];
  const host = createTestHost();
  const perform = async (call: Call) => {
    asked.push(call);
    if (answers) return { ok: true, value: { status: 200, body: 2 }, simulated: false, warnings: [] } as const;
    return {
      ok: false,
      error: { code: 'TIMEOUT_ERROR', message: 'Too late.', details: null },
      retryAfter: null,
    } as const;
  };
  const createPerformer = () => ({
    perform,
    askMemory: () => Promise.reject(new Error('none')),
    close: () => undefined,
  });
  return { host: { ...host, live: { ...host.live, createPerformer: createPerformer as never } }, asked };
}

test('the call that has no answer is made, and its answer stands in the test, which then passes', async () => {
  const { host, asked } = hostThat(true);
  const recorded = await recordAnswers(REQUEST, host);
  if (!recorded.ok) throw new Error(recorded.error);
  expect(asked.map(({ taskId }) => taskId)).toEqual(['second']);
  expect(recorded.value).toMatchObject({ problem: null, asked: [{ task: 'second', changes: null }] });
  const { text } = recorded.value;
  expect(text).toContain('name: both   # as it is');
  const verdicts: boolean[] = [];
  await playTests({ ...REQUEST, text, only: null }, host, ({ verdict }) => {
    verdicts.push(verdict.passed);
    return true;
  });
  expect(verdicts).toEqual([true]);
  // It has all of its answers then.
  const again = await recordAnswers({ ...REQUEST, text }, host);
  expect(again).toEqual({ ok: true, value: { text, asked: [], problem: null } });
  expect(asked).toHaveLength(1);
});

test('nothing is recorded over the budget, or of a call that fails', async () => {
  const { host, asked } = hostThat(true);
  const text = TEXT.replace('    answers: { first: { output: { status: 200, body: 1 } } }\n', '');
  const over = await recordAnswers({ ...REQUEST, text }, host);
  expect(over).toMatchObject({ ok: true, value: { text, problem: expect.stringContaining('the budget of 1 calls') } });
  expect(asked).toHaveLength(1);
  const failed = await recordAnswers(REQUEST, hostThat(false).host);
  expect(failed).toMatchObject({ ok: true, value: { text: TEXT, problem: expect.stringContaining('TIMEOUT_ERROR') } });
});

test('a test that cannot be played says so', async () => {
  const broken = { ...REQUEST, files: new Map([['flow.yaml', 'tasks: [']]) };
  expect(await recordAnswers(broken, createTestHost())).toEqual({
    ok: false,
    error: 'This test cannot be played as it is now. Run it to see why.',
  });
});
