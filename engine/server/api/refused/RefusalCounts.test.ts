import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TokenFile } from '../TokenFile.ts';
import { ApiUnderTest } from '../testing.ts';
import { RefusalCounts } from './RefusalCounts.ts';

/** What `/metrics` says of refusals. */
async function shown(api: ApiUnderTest): Promise<readonly string[]> {
  const { text } = await api.get('/metrics');
  return [...text.matchAll(/^signalbox_refusals_total\{(.*)\} (\d+)$/gm)].map(([, by, count]) => `${by} ${count}`);
}

test('what is refused is counted by the rule that refused it, and what no rule refused is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-counts-'));
  const tokens = new TokenFile(folder);
  const { token: reader } = await tokens.create({ name: 'reader', scope: 'read', expiresAt: null });
  const limits = { failuresPerSecond: 0.1, streamsEach: 0 };
  const refusalCounts = new RefusalCounts();
  const api = await ApiUnderTest.start({ tokens, limits, refusalCounts });
  await api.get('/api/runs');
  api.token = reader;
  const started = await api.runs.start({ workflow: 'hello', input: {} });
  const id = started.ok ? started.value.run.id : '';
  await api.post('/api/workflows/hello/runs', { input: {} });
  await api.get(`/api/runs/${id}/events`, { Accept: 'text/event-stream' });
  await api.get('/api/runs/none');
  api.token = 'guess';
  for (let count = 0; count < 3; count++) await api.get('/api/runs');
  expect(refusalCounts.list()).toEqual([
    { rule: 'token', code: 'TOKEN_NEEDED', count: 1 },
    { rule: 'scope', code: 'SCOPE_NEEDED', count: 1 },
    { rule: 'streams', code: 'TOO_MANY_STREAMS', count: 1 },
    { rule: 'token', code: 'TOKEN_REFUSED', count: 1 },
    { rule: 'guesses', code: 'TOO_MANY_REQUESTS', count: 2 },
  ]);
  await api.close();
  rmSync(folder, { recursive: true });
});

test('other sites, other hosts, too many requests, and what is too large are counted', async () => {
  const api = await ApiUnderTest.start({ limits: { bodyBytes: 10, requestsPerSecond: 0.001, burst: 3 } });
  await api.get('/api/runs', { Origin: 'https://evil.example' });
  await api.get('/api/runs', { Host: 'rebound.example' });
  await api.post('/api/workflows/hello/runs', { input: { large: 'x'.repeat(20) } });
  const socket = connect(api.port, '127.0.0.1');
  socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  await api.get('/health');
  const before = await shown(api);
  await api.get('/api/runs');
  expect(before).toEqual([
    'rule="site",code="SITE_REFUSED" 1',
    'rule="host",code="HOST_REFUSED" 1',
    'rule="body",code="TOO_LARGE" 1',
    'rule="headers",code="HEADERS_TOO_LARGE" 1',
  ]);
  expect(await api.get('/api/runs')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await api.close();
});

test('names beyond the most that are counted apart are counted together', () => {
  const counts = new RefusalCounts(2);
  for (const name of ['a', 'b', 'c', 'd', 'a', 'c'])
    counts.count({ rule: 'token.rate', name, code: 'TOO_MANY_REQUESTS' });
  counts.count({ rule: 'host', code: 'HOST_REFUSED' });
  expect(counts.list().map(({ rule, name, count }) => [rule, name, count])).toEqual([
    ['token.rate', 'a', 2],
    ['token.rate', 'b', 1],
    ['token.rate', 'other', 3],
    ['host', undefined, 1],
  ]);
});
