import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { ended, setUp, start, until } from './testing.ts';

const { workspace, server } = setUp();

const ADD = yaml`
  name: Add one
  schema: { input: { type: object, required: [n], properties: { n: { type: number } } } }
  tasks:
    - { id: a, type: basic, with: { n: "{{ input.n + 1 }}" } }
  outputs: { n: "{{ tasks.a.output.n }}" }
`;

test('a run starts, ends, and is read after its service has ended', async () => {
  workspace.write('math/add.yaml', ADD);
  const service = await workspace.open();
  const run = await start(service, 'math/add', { n: 1 });
  expect(run).toMatchObject({ workflow: 'math/add', status: 'running', trigger: null, parent: null });
  const last = await ended(service, run.id);
  expect(last).toMatchObject({ status: 'success', output: { n: 2 }, error: null, paused: null });
  await workspace.close();
  const again = await workspace.open();
  expect(await again.get(run.id)).toEqual(last);
});

test('no run ends before it started, nor starts before it was queued, however short it is', async () => {
  workspace.write('math/add.yaml', ADD);
  const service = await workspace.open({ active: 2 });
  const runs = await Promise.all(Array.from({ length: 12 }, (_, n) => start(service, 'math/add', { n })));
  for (const { id } of runs) {
    const { queuedAt, startedAt, endedAt } = await ended(service, id);
    expect(startedAt).toBeGreaterThanOrEqual(queuedAt);
    expect(endedAt).toBeGreaterThanOrEqual(startedAt ?? Infinity);
    const page = await service.events(id, { after: 0, limit: 1 });
    expect(page?.events[0]?.event.at).toBe(startedAt);
  }
});

test('the same id starts a run once; with other contents it is a conflict', async () => {
  workspace.write('add.yaml', ADD);
  workspace.write('other.yaml', ADD);
  const service = await workspace.open();
  const request = { workflow: 'add', input: { n: 1 }, runId: 'order-1' };
  const both = await Promise.all([service.start(request), service.start(request)]);
  expect(both).toMatchObject([{ value: { isNew: true } }, { value: { isNew: false, run: { id: 'order-1' } } }]);
  await ended(service, 'order-1');
  expect(await service.start({ ...request, input: { n: 2 } })).toMatchObject({ error: { type: 'conflict' } });
  expect(await service.start({ ...request, workflow: 'other' })).toMatchObject({ error: { type: 'conflict' } });
  // The text counts with which it was started.
  workspace.write('add.yaml', 'broken: [');
  expect(await service.start(request)).toMatchObject({ value: { isNew: false, run: { output: { n: 2 } } } });
});

test.each([
  ['missing', {}, 'unknownWorkflow'],
  ['../outside', {}, 'unknownWorkflow'],
  ['.signalbox/x', {}, 'unknownWorkflow'],
  ['signalbox.serve', {}, 'unknownWorkflow'],
  ['bad', {}, 'check'],
  ['add', { n: 'one' }, 'invalid'],
])('a start of %s with %j is refused: %s', async (workflow, input, type) => {
  workspace.write('add.yaml', ADD);
  workspace.write('bad.yaml', 'tasks: [{ id: a, type: loop }]');
  workspace.write('signalbox.serve.yaml', 'env: []');
  const service = await workspace.open();
  expect(await service.start({ workflow, input })).toMatchObject({ error: { type } });
  expect(await service.list({ limit: 10 })).toEqual({ runs: [], next: null });
});

test('an id that cannot be the name of a file is refused', async () => {
  workspace.write('add.yaml', ADD);
  const service = await workspace.open();
  for (const runId of ['', '../x', 'a/b', '.hidden', 'a'.repeat(129), 'x.jsonl.checkpoint'])
    expect(await service.start({ workflow: 'add', input: { n: 1 }, runId })).toMatchObject({
      error: { type: 'invalid' },
    });
});

test('events are read from any position, live and from the journal, the same before and after a restart', async () => {
  workspace.write('add.yaml', ADD);
  const service = await workspace.open();
  const { id } = await start(service, 'add', { n: 1 });
  await ended(service, id);
  const all = await service.events(id, { after: 0, limit: 1000 });
  expect(all?.isLast).toBe(true);
  expect(all?.events.map(({ position }) => position)).toEqual(all?.events.map((_, index) => index + 1));
  expect(all?.events[0]).toMatchObject({ position: 1, event: { type: 'run.started' } });
  expect(all?.events.at(-1)).toMatchObject({ event: { type: 'run.finished' } });
  await workspace.close();
  const again = await workspace.open();
  const pages = [];
  for (let after = 0, isLast = false; !isLast; ) {
    const page = await again.events(id, { after, limit: 2 });
    if (page === null) throw new Error('gone');
    pages.push(...page.events);
    after = page.events.at(-1)?.position ?? after;
    ({ isLast } = page);
  }
  expect(pages).toEqual(all?.events);
  expect(await again.events(id, { after: 3, limit: 1 })).toEqual({ events: [all?.events[3]], isLast: false });
  expect(await again.events('none', { after: 0, limit: 1 })).toBeNull();
});

test('the journal is one that the command line reads', async () => {
  workspace.write('held.yaml', posting('held'));
  const service = await workspace.open();
  const { id } = await start(service, 'held');
  await server.until(1);
  await workspace.close();
  const chunks: string[] = [];
  const again = await workspace.open({ repeat: 'yes' });
  await server.until(2);
  server.release();
  expect(await ended(again, id)).toMatchObject({ status: 'success' });
  for await (const chunk of (await again.journal(id)) ?? []) chunks.push(chunk);
  expect(chunks.join('')).toBe(readFileSync(path.join(workspace.state, 'runs', `${id}.jsonl`), 'utf8'));
  expect(await again.journal('none')).toBeNull();
});

function posting(place: string): string {
  return yaml`
    tools: [{ id: api, use: core:http, config: { idempotency_key: false }, schema: { input: { type: object }, output: { type: object } } }]
    tasks:
      - { id: send, type: basic, use: tool:api, with: { url: "${server.url(place)}", method: POST } }
  `;
}

test('a call that was cut off leaves the run paused, with the reason, until a person decides', async () => {
  workspace.write('held.yaml', posting('held'));
  const service = await workspace.open();
  const { id } = await start(service, 'held');
  await server.until(1);
  await workspace.close();
  server.release();
  const again = await workspace.open();
  const paused = await until(again, id, ({ status }) => status === 'paused');
  expect(paused.paused).toMatch(/^POST http:\S+\/held \(task send, made at .*\) may have arrived/);
  expect(await again.control(id, { type: 'resume' })).toMatchObject({ error: { type: 'undecided' } });
  expect(server.calls).toHaveLength(1);
  await workspace.close();
  const third = await workspace.open();
  expect(await third.get(id)).toEqual(paused);
  expect(await third.control(id, { type: 'resume', repeat: 'yes' })).toMatchObject({ ok: true });
  await server.until(2);
  server.release();
  expect(await ended(third, id)).toMatchObject({ status: 'success' });
});
