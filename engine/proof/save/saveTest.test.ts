import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { recordCassette } from '../cassette/recordCassette.ts';
import { runTest } from '../index.ts';
import { ORDERS, playAll } from '../testing.ts';
import { saveTest } from './saveTest.ts';

beforeAll(() => loadPatterns());

const SAMPLES = 'public/samples';
const files = readdirSync(SAMPLES).filter((name) => name.endsWith('.test.yaml'));

/** Plays the tests of a workflow, as its runs. */
async function runsOf(workflow: string, text: string) {
  const analysis = analyze('flow.yaml', workflow);
  const { file, findings } = readTestFile(text);
  const results = [];
  for (const each of file.tests)
    results.push({ name: each.name, ...(await runTest({ analysis, test: each, findings })) });
  return { analysis, results };
}

/** So many lines a saved test has at most for each start of a task and each call, and for itself. */
const LINES_A_STEP = 5;

function countSteps(events: readonly RunEvent[]): number {
  return events.filter(({ type }) => type === 'task.started' || type === 'effect.requested').length;
}

describe.each(files)('runs of %s', (name) => {
  const workflow = readFileSync(`${SAMPLES}/${name.replace('.test.', '.')}`, 'utf8');
  const tests = readFileSync(`${SAMPLES}/${name}`, 'utf8');

  test('become tests that pass, one after the other in one file, and end as the runs did', async () => {
    const { analysis, results } = await runsOf(workflow, tests);
    let text = '';
    for (const { name: title, played } of results) {
      const saved = await saveTest({ analysis, events: played.events, name: title, text });
      if (!saved.ok) throw new Error(saved.error.message);
      expect(saved.value).toMatchObject({ name: title, difference: null });
      expect(saved.value.text.startsWith(text)).toBe(true);
      const lines = saved.value.text.slice(text.length).trimEnd().split('\n').length;
      expect({ title, isShort: lines <= LINES_A_STEP * (1 + countSteps(played.events)) }).toEqual({
        title,
        isShort: true,
      });
      text = saved.value.text;
    }
    expect(text).not.toBe('');
    for (const { failures, passed } of await playAll(workflow, text))
      expect({ passed, failures }).toEqual({ passed: true, failures: [] });
  });
});

const TRIED = `tests:
  # kept
  - name: at the second try
    answers:
      fetch: [{ error: { code: TIMEOUT_ERROR, message: Late. } }, { output: { status: 200, body: [1, 2] } }]
`;

test('has the answers that it needs, each attempt of it, and leaves the rest of the file as it is', async () => {
  const { analysis, results } = await runsOf(ORDERS, TRIED);
  const events = results[0]?.played.events ?? [];
  const saved = await saveTest({ analysis, events, name: 'at the second try', text: TRIED });
  expect(saved.ok && saved.value.text).toBe(`${TRIED}  - name: at the second try 2
    answers:
      fetch: [{error: {code: TIMEOUT_ERROR, message: Late.}}, {output: {status: 200, body: [1, 2]}}]
    expect:
      path: {exactly: [fetch, count]}
      tasks:
        fetch: {use: "core:http", calls: 2, attempts: 2, with: {exactly: {url: "https://api.example.com/orders"}}}
        count: {output: {exactly: {n: 2}}}
      equals: {n: 2}
`);
});

test('has the signals that a wait was not content with, each when it came', async () => {
  const workflow = `tasks:
  - id: vote
    type: wait
    config: { signal: vote, condition: '{{ signal.payload >= 2 }}', timeout: 1d, check_interval: 1h }
`;
  const tried = `tests:
  - name: a
    signals: [{ name: vote, at: 5m, payload: 1 }, { name: other, at: 6m }, { name: vote, at: 2h, payload: 3 }]
`;
  const { analysis, results } = await runsOf(workflow, tried);
  const { events = [], inputs = [] } = results[0]?.played ?? {};
  const given = recordCassette(effectiveWorkflow(analysis), inputs).cassette;
  const saved = await saveTest({ analysis, events, name: 'votes', text: '', given });
  expect(saved.ok && saved.value.text).toContain(
    'signals: [{name: vote, at: 5m, payload: 1}, {name: vote, at: 2h, payload: 3}]',
  );
});

test('says what each item of a collection was sent, and what each round sent', async () => {
  const workflow = `tasks:
  - id: all
    type: collection
    use: mcp:shop/send
    config: { items: [a, b] }
    with: { to: '{{ item }}' }
    on_success: { next: each }
  - id: each
    type: collection
    config: { items: [1, 2] }
    tasks: [{ id: count, type: basic, use: mcp:shop/count, with: { n: '{{ item }}' } }]
`;
  const { analysis, results } = await runsOf(
    workflow,
    'tests: [{ name: a, answers: { all: { output: 1 }, count: { output: 2 } } }]',
  );
  const saved = await saveTest({ analysis, events: results[0]?.played.events ?? [], name: 'a', text: '' });
  expect(saved.ok && saved.value.text).toContain(`      tasks:
        all: {use: "mcp:shop/send", calls: [{exactly: {to: a}}, {exactly: {to: b}}]}
        count: {use: "mcp:shop/count", calls: [{exactly: {n: 1}}, {exactly: {n: 2}}]}
`);
});

/** As a server sends them: no workflow reads them, and they differ each time. */
const HEADERS = {
  date: 'Sun, 29 Nov 2026 12:00:00 GMT',
  'content-type': 'application/json; charset=utf-8',
  'content-length': '1234',
  'x-request-id': '7f3a9c1e-53a1-4c0e-9d1a-2f4f3c1b8a11',
  etag: 'W/"4d2-1a"',
  'cache-control': 'max-age=0, private, must-revalidate',
  'x-ratelimit-remaining': '4987',
};

test('is short: without headers of responses, also in what the run gives, and what several calls sent alike once', async () => {
  const workflow = `tasks:
  - id: charge
    type: basic
    use: core:http
    with: { url: 'https://pay.example/charges', headers: { Authorization: 'Bearer {{ env.KEY }}' }, json: { amount: '{{ input.amount }}' } }
    retry: { attempts: 3, backoff: fixed, interval: 1s }
    on_success: { next: receipt }
  - { id: receipt, type: basic, use: 'core:http', with: { url: 'https://pay.example/charges/{{ tasks.charge.output.body.id }}/receipt' } }
`;
  const answer = (status: number, body: object) => ({ status, ok: true, headers: HEADERS, body });
  const error = { code: 'COMMUNICATION_ERROR', status: 503, headers: HEADERS };
  const answers = { charge: [{ error }, { output: answer(201, { id: 'c1' }) }], receipt: { output: answer(200, []) } };
  const { analysis, results } = await runsOf(
    workflow,
    JSON.stringify({ tests: [{ name: 'a', input: { amount: 5 }, answers }] }),
  );
  const saved = await saveTest({ analysis, events: results[0]?.played.events ?? [], text: '' });
  expect(saved).toMatchObject({ ok: true, value: { difference: null } });
  expect(saved.ok && saved.value.text).toBe(`tests:
  - name: charge succeeds at attempt 2
    input: {amount: 5}
    answers:
      charge:
        - {error: {code: COMMUNICATION_ERROR, message: The test answers with COMMUNICATION_ERROR., status: 503}}
        - {output: {status: 201, body: {id: c1}}}
      receipt: {output: {status: 200, ok: true, body: []}}
    expect:
      path: {exactly: [charge, receipt]}
      tasks:
        charge: {use: "core:http", calls: 2, attempts: 2}
        receipt: {use: "core:http", calls: 1, with: {exactly: {url: "https://pay.example/charges/c1/receipt"}}}
      calls:
        - use: core:http
          sent: {exactly: {amount: 5, url: "https://pay.example/charges", headers: {Authorization: ••••••}, json: {amount: 5}}}
          times: 2
      equals: {status: 200, ok: true, body: []}
`);
});

test('is refused where the file cannot be changed', async () => {
  const { analysis, results } = await runsOf(ORDERS, TRIED);
  const events = results[0]?.played.events ?? [];
  expect(await saveTest({ analysis, events, name: 'a', text: 'tests: none\n' })).toMatchObject({ ok: false });
});
