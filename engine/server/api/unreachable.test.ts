import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers, UnreachableError } from '../../service/index.ts';
import { ApiUnderTest, EventReader } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const CONFIG = `
webhooks: { open: { path: open, workflow: hello, auth: none } }
mcp: [{ workflow: hello, name: greet, description: Greets., wait: 1s }]
`;

const AWAY = new UnreachableError('Restate does not answer.', { wasSent: false });

let folder: string;
let runs: RunsInMemory;
let api: ApiUnderTest;
beforeAll(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-unreachable-'));
});
beforeEach(async () => {
  runs = new RunsInMemory();
  const read = readConfig(CONFIG);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const given = { service: runs, state: folder, env: {}, onProblem: () => undefined };
  api = await ApiUnderTest.start({ service: runs, triggers: await openTriggers(read.value, given) });
});
afterEach(() => api.close());
afterAll(() => rmSync(folder, { recursive: true }));

describe('while the runs cannot be reached', () => {
  test.each([
    ['POST', '/api/workflows/hello/runs'],
    ['POST', '/hooks/open'],
    ['POST', '/api/runs/run-1/signals/go'],
    ['POST', '/api/runs/run-1/pause'],
    ['POST', '/api/runs/run-1/resume'],
    ['POST', '/api/runs/run-1/cancel'],
    ['GET', '/api/runs'],
    ['GET', '/api/runs/run-1'],
    ['GET', '/api/runs/run-1/events'],
    ['GET', '/api/runs/run-1/journal'],
    ['GET', '/api/inbox'],
  ])('%s %s says so, and when to ask again; it is no defect', async (method, address) => {
    runs.defect = AWAY;
    expect(await api.ask(method, address)).toMatchObject({
      status: 503,
      code: 'UNREACHABLE',
      headers: { 'retry-after': '5' },
      body: { detail: 'Restate does not answer.' },
    });
    expect(api.defects).toEqual([]);
  });

  test('a stream of events says so before it begins', async () => {
    runs.defect = AWAY;
    await expect(EventReader.open(api, '/api/runs/run-1/events')).rejects.toThrow('503');
    expect(api.defects).toEqual([]);
  });

  test('one that has begun ends without its end, so that its reader comes back', async () => {
    await api.post('/api/workflows/hello/runs');
    const reader = await EventReader.open(api, '/api/runs/run-1/events');
    expect(await reader.next()).toMatchObject({ id: '1' });
    runs.defect = AWAY;
    runs.emit('run-1', { type: 'run.resumed' });
    expect(await reader.next()).toBe(null);
    expect(api.defects).toEqual([]);
  });

  test('a start that was made and is waited for is answered as one that has not ended', async () => {
    runs.untilEnded = () => Promise.reject(AWAY);
    expect(await api.post('/api/workflows/hello/runs?wait=5s')).toMatchObject({ status: 202, body: { id: 'run-1' } });
  });

  test('a tool answers its agent with it', async () => {
    runs.defect = new UnreachableError('Restate does not answer. The run r may have begun.', {
      wasSent: true,
      runId: 'r',
    });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'greet', arguments: {} } };
    const headers = { Accept: 'application/json, text/event-stream' };
    const answer = await api.post('/mcp', call, headers);
    expect(answer.text).toContain('The run r may have begun.');
    expect(answer.text).toContain('isError');
  });
});

function lost(runId: string): Error {
  return new UnreachableError(`${runId} may have begun.`, { wasSent: true, runId });
}

describe('a start that may have begun', () => {
  test('names its run, and a key by which it is sent again for that run', async () => {
    const start = runs.start.bind(runs);
    const asked: (string | undefined)[] = [];
    runs.start = async (request) => {
      asked.push(request.newId);
      throw lost(request.newId ?? '');
    };
    const first = await api.post('/api/workflows/hello/runs');
    expect(first).toMatchObject({ status: 503, code: 'UNREACHABLE', headers: { 'retry-after': '5' } });
    const { run_id: id, idempotency_key: key } = first.body as { run_id: string; idempotency_key: string };
    expect(asked).toEqual([id]);
    runs.start = start;
    const again = await api.post('/api/workflows/hello/runs', {}, { 'Idempotency-Key': key });
    expect(again).toMatchObject({ status: 202, body: { id } });
  });

  test('is sent again with the key that it had', async () => {
    runs.start = ({ runId = '' }) => Promise.reject(lost(runId));
    const answer = await api.post('/api/workflows/hello/runs', {}, { 'Idempotency-Key': 'order-17' });
    expect(answer).toMatchObject({ status: 503, body: { idempotency_key: 'order-17', run_id: expect.any(String) } });
  });

  test('by a webhook names its run', async () => {
    runs.defect = lost('run-9');
    expect(await api.post('/hooks/open')).toMatchObject({ status: 503, body: { run_id: 'run-9' } });
  });
});
