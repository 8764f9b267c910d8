import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RestateRunService } from '../../service/index.ts';
import { openCluster, type TestCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import { type LoopbackServer, serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { TokenFile } from './TokenFile.ts';
import { ApiUnderTest } from './testing.ts';

const binary = findRestateServer();
const skipped = binary === null ? ' (skipped: no server; npm ci --prefix tools/restate installs it)' : '';

describe.skipIf(binary === null)(`the API over a Restate server that goes away${skipped}`, () => {
  let cluster: TestCluster;
  let balancer: LoopbackServer;
  let service: RestateRunService;
  let api: ApiUnderTest;
  /** True: requests reach the cluster, and their answers are lost. */
  let losesAnswers = false;
  const said: string[] = [];

  beforeAll(async () => {
    cluster = await openCluster(binary ?? '');
    cluster.write('wait', 'tasks: [{ id: a, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]\n');
    balancer = await serveLoopback((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      void once(request, 'end').then(async () => {
        const { method = 'GET', url = '/' } = request;
        const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(cluster.server.ingress + url, { method, headers, ...body }).catch(() => null);
        if (answer === null || (losesAnswers && method === 'POST')) response.destroy();
        else response.writeHead(answer.status).end(await answer.text());
      });
    });
    const addresses = { ingress: balancer.url.replace(/\/$/, ''), admin: cluster.server.admin };
    service = new RestateRunService(addresses, cluster.given, { onProblem: (message) => said.push(message) });
    api = await ApiUnderTest.start({ service });
    service.begin();
  }, 60_000);
  afterAll(async () => {
    await api.close();
    service.close();
    await balancer.close();
    await cluster.stop();
  });

  const idsOfRuns = async (): Promise<readonly string[]> =>
    (await cluster.service.list({ limit: 50 }))?.runs.map(({ id }) => id) ?? [];

  test('a start whose answer is lost says under which id it may have begun; sent again as it says, it is one run', async () => {
    await expect.poll(async () => (await api.get('/ready')).status, { timeout: 10_000 }).toBe(200);
    losesAnswers = true;
    const lost = await api.post('/api/workflows/wait/runs', { input: {} });
    losesAnswers = false;
    expect(lost).toMatchObject({ status: 503, code: 'UNREACHABLE', headers: { 'retry-after': '5' } });
    const { run_id: id, idempotency_key: key } = lost.body as { run_id: string; idempotency_key: string };
    expect(await idsOfRuns()).toEqual([id]);
    const again = await api.post('/api/workflows/wait/runs', { input: {} }, { 'Idempotency-Key': key });
    expect(again).toMatchObject({ status: 202, body: { id }, headers: { 'idempotent-replayed': 'true' } });
    expect(await idsOfRuns()).toEqual([id]);
  }, 60_000);

  test('a cluster that was killed is not ready; starts and controls say so at once, and when to ask again', async () => {
    const [id = ''] = await idsOfRuns();
    await cluster.server.kill();
    await expect.poll(async () => (await api.get('/ready')).status, { interval: 50, timeout: 10_000 }).toBe(503);
    expect(said).toEqual([expect.stringContaining('Restate does not answer at http://127.0.0.1:')]);
    for (const [method, address] of [
      ['POST', '/api/workflows/wait/runs'],
      ['POST', `/api/runs/${id}/pause`],
      ['POST', `/api/runs/${id}/signals/go`],
      ['GET', '/api/runs'],
      ['GET', `/api/runs/${id}/events`],
      ['GET', '/ready'],
    ] as const)
      expect(await api.ask(method, address)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(api.defects).toEqual([]);
    await cluster.server.restart();
    await expect.poll(async () => (await api.get('/ready')).status, { interval: 50, timeout: 30_000 }).toBe(200);
    expect(said.at(-1)).toBe('Restate answers again.');
  }, 90_000);

  test('a limited token sees only the runs of its workflows', async () => {
    cluster.write('other', 'tasks: [{ id: a, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]\n');
    const state = mkdtempSync(path.join(tmpdir(), 'signalbox-tokens-'));
    const tokens = new TokenFile(state);
    const { token } = await tokens.create({ name: 'ci', scope: 'run', expiresAt: null, workflows: ['oth*'] });
    const limited = await ApiUnderTest.start({ service, tokens });
    const outside = await service.start({ workflow: 'wait', input: {} });
    const id = outside.ok ? outside.value.run.id : '';
    limited.token = token;
    const inside = (await limited.post('/api/workflows/other/runs', {})).body as { readonly id: string };
    const waiting = async () => (await service.waits()).map(({ runId }) => runId);
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(expect.arrayContaining([id, inside.id]));
    expect((await limited.get('/api/runs')).body).toMatchObject({ runs: [{ id: inside.id }], next: null });
    expect((await limited.get('/api/inbox')).body).toMatchObject({ waits: [{ run_id: inside.id }] });
    for (const place of ['', '/events', '/journal'])
      expect(await limited.get(`/api/runs/${id}${place}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
    expect(await limited.post(`/api/runs/${id}/cancel`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
    expect((await limited.post(`/api/runs/${inside.id}/cancel`)).status).toBe(202);
    await service.control(id, { type: 'cancel' });
    await limited.close();
    rmSync(state, { recursive: true });
  });
});
