import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const DOCUMENT = yaml`
  tasks:
    - id: load
      type: basic
      use: core:http
      with: {url: "https://orders.example/"}
      on_success: {next: each}
    - id: each
      type: collection
      config: {items: "{{ tasks.load.output.body.items }}", mode: sequential}
      tasks: [{id: bill, type: basic, with: {due: "{{ item.total * 2 }}"}}]
`;

test('a run that is over is looked into at any instant, and nothing is sent for it', async () => {
  let sent = 0;
  const page = openEngine({
    fetch: async () => {
      sent += 1;
      return Response.json({ items: [{ total: 5 }, { total: 7 }] });
    },
  });
  const runId = await start(page, makeRequest(DOCUMENT));
  await page.finished(runId);
  const events = page.events.get(runId) ?? [];
  const bills = events.filter((event) => event.type === 'task.started' && event.taskId === 'bill');
  const scopes = [];
  for (const event of bills) {
    const activation = 'activation' in event ? event.activation : null;
    const asked = { runId, seq: event.seq, activation, isBefore: true, expressions: ['item.total > 6', 'index'] };
    scopes.push(await page.clock.settle(page.engine.inspectRun(asked)));
  }
  expect(scopes.map((scope) => scope?.values)).toEqual([
    [
      { ok: true, value: false },
      { ok: true, value: 0 },
    ],
    [
      { ok: true, value: true },
      { ok: true, value: 1 },
    ],
  ]);
  expect(scopes[1]?.roots).toMatchObject({ item: { total: 7 } });
  expect(scopes[1]?.input).toEqual({ ok: true, value: { due: 14 } });
  expect(sent).toBe(1);
  expect(
    await page.clock.settle(page.engine.inspectRun({ runId: 'none', seq: 0, activation: null, expressions: [] })),
  ).toBeNull();
});

test('a run that came from a file is not executed to look into it', async () => {
  const page = openEngine({ fetch: async () => Response.json({ items: [] }) });
  const runId = await start(page, makeRequest(DOCUMENT));
  await page.finished(runId);
  const text = await page.clock.settle(page.engine.exportRun(runId));
  const imported = await page.clock.settle(page.engine.importRun(text ?? '', 'run.json'));
  const asked = { runId: imported.runId, seq: 3, activation: null, expressions: ['1 + 1'] };
  expect(await page.clock.settle(page.engine.inspectRun(asked))).toBeNull();
});
