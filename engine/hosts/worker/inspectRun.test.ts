import { nextLink } from '../RunSeal.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';

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

test('a fork of a run that came from a file is a run of here, and is looked into', async () => {
  const page = openEngine({ fetch: async () => Response.json({ items: [{ total: 5 }] }) });
  const runId = await start(page, makeRequest(DOCUMENT));
  await page.finished(runId);
  const text = await page.clock.settle(page.engine.exportRun(runId));
  const { runId: imported } = await page.clock.settle(page.engine.importRun(text ?? '', 'run.json'));
  const bill = page.events.get(runId)?.find((event) => event.type === 'task.started' && event.taskId === 'bill');
  const seq = (bill?.seq ?? 0) - 1;
  const forked = await page.clock.settle(page.engine.forkRun({ runId: imported, seq, isPaused: true, variables: [] }));
  const asked = { runId: forked.ok ? forked.runId : '', seq, activation: null };
  const scope = await page.clock.settle(
    page.engine.inspectRun({ ...asked, expressions: ['tasks.load.output.body.items[0].total'] }),
  );
  expect(scope?.values).toEqual([{ ok: true, value: 5 }]);
});

const SERVER = { address: 'http://served.test', token: null };

/** The text of an exported run. */
async function exported(): Promise<string> {
  const page = openEngine({ fetch: async () => Response.json({ items: [] }) });
  const runId = await start(page, makeRequest(DOCUMENT));
  await page.finished(runId);
  return (await page.clock.settle(page.engine.exportRun(runId))) ?? '';
}

/** The journal of an exported run as a server gives it: its first line alone, or all of it. */
function toJournal(text: string, isWhole: boolean): string {
  const { summary, details, inputs, proofs } = JSON.parse(text);
  const [start, ...rest] = inputs;
  const head = {
    format: 'signalbox-journal/1',
    path: summary.path,
    source: details.source,
    files: [],
    salt: 'a',
    start,
  };
  const lines = isWhole ? [head, { inputs: rest, proof: proofs.at(-1) }] : [head];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('a journal of a server with a whole line that cannot be read is refused, not cut short', async () => {
  const text = toJournal(await exported(), false);
  const first = `{"hash":"${'0'.repeat(64)}",${text.slice(1)}`;
  const rest = '"inputs":7}';
  const journal = `${first}{"hash":"${nextLink('0'.repeat(64), `{${rest}`)}",${rest}\n`;
  const page = openEngine({ fetch: async () => new Response(journal) });
  const asked = { runId: 'there', seq: 0, activation: null, expressions: ['1'] };
  expect(await page.clock.settle(page.engine.inspectServed(SERVER, asked))).toEqual({
    ok: false,
    error: expect.stringContaining('A line of the journal of this run cannot be read: inputs'),
  });
});

test('a run on a server is looked into by its journal, which is read again for a newer instant alone', async () => {
  let journal = '';
  const asked: string[] = [];
  const page = openEngine({
    fetch: async (url) => {
      const place = String(url instanceof Request ? url.url : url);
      if (!place.startsWith(SERVER.address)) return Response.json({ items: [{ total: 5 }, { total: 7 }] });
      asked.push(place);
      return journal === '' ? Response.json({ detail: 'gone' }, { status: 404 }) : new Response(journal);
    },
  });
  const runId = await start(page, makeRequest(DOCUMENT));
  await page.finished(runId);
  const whole = (await page.clock.settle(page.engine.exportRun(runId))) ?? '';
  const last = page.events.get(runId)?.at(-1)?.seq ?? 0;
  const inspect = (seq: number) =>
    page.clock.settle(
      page.engine.inspectServed(SERVER, {
        runId: 'there',
        seq,
        activation: null,
        expressions: ['tasks.load.output.body'],
      }),
    );
  journal = toJournal(whole, false);
  expect(await inspect(0)).toMatchObject({ ok: true, value: { values: [{ ok: true, value: null }] } });
  journal = toJournal(whole, true);
  expect(await inspect(0)).toMatchObject({ ok: true });
  expect(asked).toHaveLength(1);
  const body = { items: [{ total: 5 }, { total: 7 }] };
  expect(await inspect(last)).toMatchObject({ ok: true, value: { values: [{ ok: true, value: body }] } });
  expect(asked).toEqual(['http://served.test/api/runs/there/journal', 'http://served.test/api/runs/there/journal']);
  journal = '';
  expect(await inspect(last + 1)).toMatchObject({ ok: false });
});
