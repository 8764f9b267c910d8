import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';
import type { MergedRow, MergeProofRequest } from './protocol/Backtests.ts';

const FLOW = yaml`
  tasks:
    - id: load
      type: basic
      use: core:http
      with: {url: "https://orders.example/{{ input.n }}"}
      on_success: {next: sum}
    - id: sum
      type: map
      config: {mapping: {cents: "{{ tasks.load.output.body.total }}"}}
      on_success: {next: big}
    - id: big
      type: decision
      config: {condition: "{{ tasks.sum.output.cents > 100 }}", routes: {true: ask, false: pay}}
    - {id: ask, type: basic, with: {sum: "{{ tasks.sum.output.cents }}"}}
    - {id: pay, type: basic, with: {sum: "{{ tasks.sum.output.cents }}"}}
`;

const DISCOUNT = FLOW.replace('output.body.total', 'output.body.total * 0.8');
const LOWER = FLOW.replace('> 100', '> 85');
const BOTH = DISCOUNT.replace('> 100', '> 85');
const TEXTS = { base: FLOW, ours: DISCOUNT, theirs: LOWER, merged: BOTH };

test('says as in which side of a merge the last runs go, and shows one of them on each; nothing is sent', async () => {
  const sent: string[] = [];
  const page = openEngine({
    fetch: async (url) => {
      sent.push(new Request(url).url);
      return Response.json({ total: Number(sent.at(-1)?.split('/').at(-1)) });
    },
  });
  const runIds: string[] = [];
  for (const n of [110, 500]) {
    const runId = await start(page, { ...makeRequest(FLOW), input: { n } });
    await page.finished(runId);
    runIds.unshift(runId);
    await page.clock.settle(Promise.resolve());
  }
  const prove = async (change: Partial<MergeProofRequest> = {}, most = 10) => {
    const rows: MergedRow[] = [];
    const request = { path: 'test.yaml', texts: TEXTS, files: new Map<string, string>(), runs: 20, ...change };
    const answer = await page.clock.settle(page.engine.playMerge(request, (row) => rows.push(row) < most));
    return { answer, rows };
  };
  const { answer, rows } = await prove();
  expect(answer).toEqual({ ok: true, value: null });
  expect(rows).toMatchObject([
    { runId: runIds[0], verdict: 'as in ours', note: null },
    {
      runId: runIds[1],
      verdict: 'as in neither',
      note: '“big”: output.value is true in the merged text, false in ours, true in theirs, and true in the base.',
    },
  ]);
  expect(rows.every((row) => row.events === undefined)).toBe(true);
  expect((await prove({}, 1)).rows).toHaveLength(1);
  const [one, ...more] = (await prove({ only: runIds[1] ?? '' })).rows;
  expect(more).toEqual([]);
  const tasks = (side: 'ours' | 'theirs' | 'merged') =>
    one?.events?.[side].flatMap((event) => (event.type === 'task.started' ? [event.taskId] : [])).at(-1);
  expect([tasks('ours'), tasks('theirs'), tasks('merged')]).toEqual(['pay', 'ask', 'ask']);
  expect(sent).toHaveLength(2);
  expect((await prove({ texts: { ...TEXTS, theirs: LOWER.replace('type: map', 'type: mop') } })).answer).toMatchObject({
    ok: false,
    error: expect.stringContaining('test.yaml in theirs cannot run'),
  });
});
