import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import type { Variable } from '../../hosts/node/index.ts';
import { JournalReader } from '../../hosts/node/journal/JournalReader.ts';
import { analyzeRecorded } from '../../hosts/node/journal/readJournal.ts';
import { restoreRun } from '../../hosts/restoreRun.ts';
import { yaml } from '../../testing/index.ts';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer, type RestateServer } from '../../testing/restate/startRestate.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { CALLS, TAKEOVERS, WORKFLOW_READS, WORKFLOW_TAKEOVERS } from '../../testing/takeover.ts';
import { UnsupportedError } from '../errors.ts';
import type { ServedRun } from '../RunService.ts';
import { retryBlocked } from './HealthWatch.ts';
import { Ingress } from './Ingress.ts';
import { type Chunk, joinChunks, StoredRuns } from './StoredRuns.ts';

const binary = findRestateServer();
const skipped = binary === null ? ' (skipped: no server; npm ci --prefix tools/restate installs it)' : '';

describe.skipIf(binary === null)(`runs on a Restate server${skipped}`, () => {
  let cluster: TestCluster;
  /** What its process gives to runs. */
  const variables: Variable[] = [];
  beforeAll(async () => {
    cluster = await openCluster(binary ?? '', { variables });
  }, 60_000);
  afterAll(() => cluster.stop());

  const start = async (name: string, text: string, input = {}): Promise<string> => {
    const started = await cluster.service.start({ workflow: cluster.write(name, text), input });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value.run.id;
  };

  const end = (id: string): Promise<ServedRun | null> => cluster.service.untilEnded(id, AbortSignal.timeout(50_000));

  /** Feeds what is stored of a run to a machine on Node, which compares the events with the proofs. */
  const replay = async (id: string): Promise<{ inputs: number; events: number; types: readonly string[] }> => {
    await loadPatterns();
    const stored = new StoredRuns(new Ingress(cluster.server));
    const [head, found] = await Promise.all([stored.head(id), stored.read(id)]);
    if (head === null || found === null) throw new Error('There is no such run');
    const chunks: Chunk[] = [];
    for await (const chunk of stored.chunks(id, 0, found.row.chunks)) chunks.push(chunk);
    const journal = joinChunks(head.start, chunks);
    const restored = await restoreRun(effectiveWorkflow(analyzeRecorded(head)), journal, () => undefined);
    if (!restored.ok) throw new Error(restored.error.message);
    expect({ inputs: restored.value.tracked.inputs, events: restored.value.events.length }).toEqual({
      inputs: found.row.inputs,
      events: found.row.events,
    });
    const types = restored.value.inputs.map(({ type }) => type);
    return { inputs: types.length, events: restored.value.events.length, types };
  };

  test('a run of calls ends right, and its journal replays on Node', async () => {
    const tasks = Array.from({ length: 5 }, (_, index) => hashTask(index, index < 4 ? index + 1 : null)).join('');
    const id = await start('chain', `tasks:\n${tasks}`);
    expect(await end(id)).toMatchObject({ status: 'success', error: null });
    expect(await replay(id)).toMatchObject({ inputs: 6 });
    const page = await cluster.service.events(id, { after: 0, limit: 1000 });
    expect(page?.isLast).toBe(true);
    expect(page?.events.at(-1)?.event.type).toBe('run.finished');
  });

  test('a run reaches neither what serves it nor the workflows beside it', async () => {
    const { workspace } = cluster.given.ports;
    const kept = {
      '.git/config': '[core]',
      '.signalbox/tokens.json': '[]',
      '.env': 'KEY=1',
      'signalbox.serve.yaml': 'env: []',
    };
    for (const [name, text] of Object.entries(kept)) {
      mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
      writeFileSync(path.join(workspace, name), text);
    }
    symlinkSync('signalbox.serve.yaml', path.join(workspace, 'named.txt'));
    symlinkSync('/etc', path.join(workspace, 'out'));
    const calls = [...TAKEOVERS, ...WORKFLOW_READS];
    const ids = await Promise.all(calls.map((input) => start('calls', CALLS, input)));
    for (const [index, id] of ids.entries()) {
      const { op, path: name } = calls[index] ?? {};
      expect((await end(id))?.status, `${op} ${name}`).toBe('error');
    }
    for (const id of await Promise.all(WORKFLOW_TAKEOVERS.map((input) => start('calls', CALLS, input)))) await end(id);
    for (const [name, text] of Object.entries(kept))
      expect(readFileSync(path.join(workspace, name), 'utf8')).toBe(text);
    expect(readdirSync(path.join(workspace, '.signalbox/files/calls'))).toContain('new.yaml');
  });

  test('a run is paused before a call for which the worker lacks a secret, and goes on once it is there', async () => {
    const sent: (string | undefined)[] = [];
    const site = await serveLoopback((request, response) => {
      sent.push(request.headers.authorization);
      response.end('{}');
    });
    const task = `{ id: pay, type: basic, use: core:http, with: { url: "${site.url}", headers: { Authorization: "Bearer {{ env.KEY }}" } }, on_error: { next: tell } }`;
    const id = await start('pay', `tasks:\n  - ${task}\n  - { id: tell, type: basic }`);
    const paused = { status: 'paused', paused: expect.stringMatching(/The secret KEY has no value here/) };
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject(paused);
    expect(sent).toEqual([]);
    variables.push({ name: 'KEY', value: 'a-long-enough-key', isSecret: false });
    await cluster.service.control(id, { type: 'resume' });
    expect(await end(id)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer a-long-enough-key']);
    variables.length = 0;
    await site.close();
  });

  test('a worker that begins with what is missing resumes the runs that are blocked by it, also by runs inside, and no others', async () => {
    const site = await serveLoopback((_, response) => response.end('{}'));
    const pay = (name: string): string =>
      `tasks: [{ id: pay, type: basic, use: core:http, config: { timeout: 1m }, with: { url: "${site.url}", headers: { Authorization: "Bearer {{ env.${name} }}" } } }]`;
    cluster.write('inner', pay('KEY'));
    const outer = await start(
      'around',
      'tasks: [{ id: a, type: basic, use: core:workflow, config: { timeout: 1m }, with: { file: inner.yaml } }]',
    );
    const own = await start('own', pay('KEY'));
    const other = await start('other', pay('OTHER'));
    const statusOf = async (id: string) => (await cluster.service.get(id))?.status;
    for (const id of [outer, own, other]) await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('paused');
    variables.push({ name: 'KEY', value: 'a-long-enough-key', isSecret: false });
    await retryBlocked(cluster.server, cluster.given, Date.now());
    expect(await end(outer)).toMatchObject({ status: 'success' });
    expect(await end(own)).toMatchObject({ status: 'success' });
    const events = async (id: string) => (await cluster.service.events(id, { after: 0, limit: 100 }))?.events ?? [];
    expect((await events(other)).map(({ event }) => event.type)).not.toContain('run.resumed');
    await cluster.service.control(other, { type: 'cancel' });
    // The run around one that lacked something knows of it: its timeouts stood still.
    let journal = '';
    for await (const part of (await cluster.service.journal(outer)) ?? []) journal += part;
    expect(journal).toMatch(/"reason":"child".*"blocked":true/);
    variables.length = 0;
    await site.close();
  }, 60_000);

  test('a run is seen while its first call lasts, and can be cancelled then', async () => {
    const site = await serveLoopback(() => undefined);
    const id = await start('first', FIRST.replace('SITE', site.url));
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'running' });
    const page = await cluster.service.events(id, { after: 0, limit: 1000 });
    expect(page?.events.at(-1)?.event.type).toBe('effect.requested');
    await cluster.service.control(id, { type: 'cancel' });
    expect(await end(id)).toMatchObject({ status: 'cancelled' });
    await site.close();
  });

  test('the journal of a run is one of the command line', async () => {
    const id = await start('chain', `tasks:\n${hashTask(0, 1)}${hashTask(1, null)}`);
    await end(id);
    let text = '';
    for await (const part of (await cluster.service.journal(id)) ?? []) text += part;
    const file = path.join(cluster.given.ports.workspace, 'journal.jsonl');
    writeFileSync(file, text);
    const reader = new JournalReader(file);
    const read = reader.read();
    reader.close();
    if (!read.ok) throw new Error(read.error);
    await loadPatterns();
    const workflow = effectiveWorkflow(analyzeRecorded(read.value));
    const restored = await restoreRun(workflow, read.value, () => undefined);
    expect(restored).toMatchObject({ ok: true });
    expect(restored.ok && restored.value.tracked.isFinished).toBe(true);
  });

  test('a run waits for a signal without an invocation, and ends by it', async () => {
    const id = await start('signal', SIGNAL);
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    expect(await cluster.service.waits()).toMatchObject([{ runId: id, task: 'wait', signal: 'approved' }]);
    await cluster.service.control(id, { type: 'signal', name: 'approved', payload: { by: 'me' } });
    expect(await end(id)).toMatchObject({ status: 'success', output: { signal: { payload: { by: 'me' } } } });
    await replay(id);
    expect(await cluster.service.waits()).toEqual([]);
    const late = await cluster.service.control(id, { type: 'signal', name: 'approved', payload: null });
    expect(late).toMatchObject({ ok: false, error: { type: 'ended' } });
  });

  test('a delay that is longer than an invocation waits wakes the run', async () => {
    const id = await start('delay', DELAY);
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    expect(await end(id)).toMatchObject({ status: 'success' });
    expect((await replay(id)).types).toContain('timer.fired');
  });

  test('a paused run resumes, and a cancelled one ends', async () => {
    const id = await start('signal', SIGNAL);
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    await cluster.service.control(id, { type: 'pause' });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'paused' });
    await cluster.service.control(id, { type: 'resume' });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    await cluster.service.control(id, { type: 'cancel' });
    expect(await end(id)).toMatchObject({ status: 'cancelled' });
    expect((await replay(id)).types).toEqual(['run.started', 'run.paused', 'run.resumed', 'run.cancelled']);
  });

  test('a run that could not be restored is woken by the next control, and has the signal from before', async () => {
    const id = await start('later', SIGNAL.replace('tasks:\n', `tasks:\n${hashTask(0, 'wait')}`));
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    await changeState(cluster.server, id, { 'chunk.0': spoilDigest, row: forgetCheckpoint });
    await cluster.service.control(id, { type: 'signal', name: 'approved', payload: 1 });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'paused' });
    await changeState(cluster.server, id, { 'chunk.0': (text) => text.replace('"digest":"x', '"digest":"') });
    await cluster.service.control(id, { type: 'resume' });
    expect(await end(id)).toMatchObject({ status: 'success', output: { signal: { payload: 1 } } });
  });

  test('a signal that breaks the schema of its wait is refused with the place, and the run goes on waiting', async () => {
    const id = await start('form', FORM);
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    const sent = await cluster.service.control(id, { type: 'signal', name: 'approved', payload: { by: 1 } });
    expect(sent).toMatchObject({
      error: { type: 'invalid', error: { details: { task: 'ask', errors: [{ path: '/by' }] } } },
    });
    expect(
      await cluster.service.control(id, { type: 'signal', name: 'approved', payload: { by: 'me' } }),
    ).toMatchObject({
      ok: true,
    });
    expect(await end(id)).toMatchObject({ status: 'success' });
    const { types } = await replay(id);
    expect(types.filter((type) => type === 'signal.refused')).toHaveLength(1);
  });

  test('the calls of a wide collection are spread, and each outcome comes once', async () => {
    const id = await start('wide', WIDE, { items: Array.from({ length: 60 }, (_, index) => `x${index}`) });
    const ended = await end(id);
    expect(ended).toMatchObject({ status: 'success' });
    const { types } = await replay(id);
    expect(types.filter((type) => type === 'effect.completed')).toHaveLength(60);
  });

  test('a long run goes on in further invocations, from its checkpoint', async () => {
    const id = await start('long', LONG);
    expect(await end(id)).toMatchObject({ status: 'success' });
    const { inputs } = await replay(id);
    expect(inputs).toBeGreaterThan(1100);
    expect(cluster.problems).toEqual([]);
  });

  test('a start is made once for an id, and another one with that id is refused', async () => {
    const workflow = cluster.write('once', `tasks:\n${hashTask(0, null)}`);
    const first = await cluster.service.start({ workflow, input: { a: 1 }, runId: 'once' });
    const second = await cluster.service.start({ workflow, input: { a: 1 }, runId: 'once' });
    const other = await cluster.service.start({ workflow, input: { a: 2 }, runId: 'once' });
    expect([first, second, other]).toMatchObject([
      { ok: true, value: { isNew: true } },
      { ok: true, value: { isNew: false } },
      { ok: false, error: { type: 'conflict' } },
    ]);
    await end('once');
    expect(await cluster.service.list({ workflow, limit: 10 })).toMatchObject({
      runs: [{ id: 'once', status: 'success' }],
    });
    for (const cursor of ['x', '1', '1.2.3~once']) expect(await cluster.service.list({ limit: 10, cursor })).toBeNull();
  });

  test('lists have heads, whatever runs gave back; what the cluster keeps is not removed or searched here', async () => {
    const text = 'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text }}" }';
    const [small, large] = ['short', 'x'.repeat(300_000)];
    const ids = [await start('heads', text, { text: small }), await start('heads', text, { text: large })];
    for (const id of ids) await end(id);
    const page = await cluster.service.list({ workflow: 'heads', limit: 10 });
    expect(page?.runs.find(({ id }) => id === ids[0])).toMatchObject({
      preview: '{"text":"short"}',
      size: 16,
      unread: null,
    });
    const head = page?.runs.find(({ id }) => id === ids[1]);
    expect(head).toMatchObject({ preview: null, unread: expect.stringContaining('too large for lists') });
    expect(head?.size).toBeGreaterThan(300_000);
    expect((await cluster.service.get(ids[1] ?? ''))?.output).toEqual({ text: large });
    const since = (await cluster.service.get(ids[0] ?? ''))?.queuedAt ?? 0;
    expect((await cluster.service.list({ workflow: 'heads', limit: 10, until: since }))?.runs).toEqual([]);
    await expect(cluster.service.list({ text: 'short', limit: 10 })).rejects.toThrow(UnsupportedError);
    await expect(cluster.service.remove()).rejects.toThrow(UnsupportedError);
    expect(cluster.service.load()).toBeNull();
    expect(await cluster.service.retry(ids[0] ?? '', null)).toMatchObject({ error: { type: 'busy' } });
  });

  test('a run that was cancelled is retried with its input, once', async () => {
    const text = 'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]';
    const id = await start('retried', text, { n: 7 });
    await expect.poll(() => cluster.service.get(id), { timeout: 10_000 }).toMatchObject({ status: 'waiting' });
    await cluster.service.control(id, { type: 'cancel' });
    await end(id);
    const [first, again] = [await cluster.service.retry(id, null), await cluster.service.retry(id, null)];
    expect(first).toMatchObject({
      ok: true,
      value: { isNew: true, run: { workflow: 'retried', trigger: `retry of ${id}` } },
    });
    expect(again).toMatchObject({ ok: true, value: { isNew: false } });
  });
});

function spoilDigest(text: string): string {
  return text.replace('"digest":"', '"digest":"x');
}

function forgetCheckpoint(text: string): string {
  return text.replace(/"checkpoint":\{[^}]*\}/, '"checkpoint":null');
}

/** Changes texts of the state of a run, by key. */
async function changeState(
  { admin }: RestateServer,
  id: string,
  changes: Readonly<Record<string, (text: string) => string>>,
): Promise<void> {
  const sql = `SELECT key, value_utf8 FROM state WHERE service_name = 'SignalboxRun' AND service_key = '${id}'`;
  const ingress = new Ingress({ ingress: admin, admin });
  const rows = await ingress.query(sql);
  const texts = rows.map(({ key, value_utf8: text }) => [String(key), String(text)] as const);
  const bytes = texts.map(([key, text]) => [key, [...Buffer.from(changes[key]?.(text) ?? text)]]);
  const body = JSON.stringify({ object_key: id, new_state: Object.fromEntries(bytes) });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${admin}/services/SignalboxRun/state`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await expect
    .poll(async () => new Map((await ingress.query(sql)).map(({ key, value_utf8: text }) => [key, text])), {
      timeout: 10_000,
    })
    .toEqual(new Map(bytes.map(([key, each]) => [key, Buffer.from(each as number[]).toString()])));
}

function hashTask(index: number, next: number | string | null): string {
  const id = typeof next === 'number' ? `t${next}` : next;
  const then = id === null ? '' : `    on_success: { next: ${id} }\n`;
  return `  - id: t${index}\n    type: basic\n    use: core:hash\n    with: { text: "x${index}" }\n${then}`;
}

const FIRST = yaml`
  tasks:
    - { id: look, type: basic, use: core:http, with: { url: 'SITE' } }
`;

const SIGNAL = yaml`
  tasks:
    - id: wait
      type: wait
      config: { signal: approved, timeout: 1h, check_interval: 1h }
`;

const FORM = yaml`
  tasks:
    - id: ask
      type: wait
      config:
        signal: approved
        signal_schema: { type: object, properties: { by: { type: string } } }
        timeout: 1h
        check_interval: 1h
`;

const DELAY = yaml`
  tasks:
    - id: wait
      type: wait
      config: { timeout: 3s, check_interval: 3s }
`;

const WIDE = yaml`
  tasks:
    - id: each
      type: collection
      config: { items: '{{ workflow.input.items }}', mode: parallel, max_concurrent: 40 }
      tasks:
        - { id: hash, type: basic, use: core:hash, with: { text: '{{ item }}' } }
`;

const LONG = yaml`
  limits: { per_task: 1000000, per_scope: 1000000 }
  tasks:
    - id: hash
      type: basic
      use: core:hash
      with: { text: x }
      on_success: { next: again }
    - id: again
      type: decision
      config:
        condition: '{{ (tasks.again.output.value ?? 0) + 1 }}'
        routes: { '1100': end }
        default: { next: hash }
`;
