import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { type LogEntry, openTriggers } from '../../service/index.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const HOOKS = `
webhooks:
  code: { path: code, workflow: hello, preset: github, secret: CODE }
  word: { path: word, workflow: hello, token: { secret: [CODE, OLD] } }
`;

let folder: string;
beforeAll(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-guard-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(service: RunsInMemory) {
  const read = readConfig(HOOKS);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const env = { CODE: 'tulip-4711', OLD: 'rose-0815' };
  return openTriggers(read.value, { service, state: folder, env, onProblem: () => undefined });
}

test('an address that sends forged requests is counted, told of once, and held back', async () => {
  const service = new RunsInMemory();
  const triggers = await open(service);
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const api = await ApiUnderTest.start({ service, triggers, limits: { failuresPerSecond: 0.3 }, log });
  const forged = { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`, 'X-GitHub-Delivery': 'one' };
  const guess = { Authorization: 'Bearer guess' };
  expect((await api.post('/hooks/word', '{}', { Authorization: 'Bearer rose-0815' })).status).toBe(202);
  expect(await api.post('/hooks/code', '{}', {})).toMatchObject({ code: 'SIGNATURE_NEEDED' });
  expect(await api.post('/hooks/code', '{}', forged)).toMatchObject({ code: 'SIGNATURE_REFUSED' });
  expect(await api.post('/hooks/word', '{}', guess)).toMatchObject({ code: 'TOKEN_REFUSED' });
  for (const [place, headers] of [
    ['code', forged],
    ['word', guess],
  ] as const)
    expect(await api.post(`/hooks/${place}`, '{}', headers)).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      headers: { 'retry-after': expect.stringMatching(/^[1-4]$/) },
    });
  // A secret that can be guessed is not looked at any more; what is signed cannot be, and comes from the same proxy.
  expect((await api.post('/hooks/word', '{}', { Authorization: 'Bearer tulip-4711' })).status).toBe(429);
  const signed = { ...forged, 'X-Hub-Signature-256': await sign('tulip-4711', '{}') };
  expect((await api.post('/hooks/code', '{}', signed)).status).toBe(202);
  expect((await api.get('/api/runs')).status).toBe(200);
  const { text } = await api.get('/metrics');
  expect(text).toContain('signalbox_refusals_total{rule="webhooks",name="code",code="SIGNATURE_NEEDED"} 1\n');
  expect(text).toContain('signalbox_refusals_total{rule="webhooks",name="code",code="SIGNATURE_REFUSED"} 2\n');
  expect(text).toContain('signalbox_refusals_total{rule="webhooks",name="word",code="TOKEN_REFUSED"} 1\n');
  expect(text).toContain('signalbox_refusals_total{rule="guesses",name="word",code="TOO_MANY_REQUESTS"} 2\n');
  expect(logged.map(({ event, message }) => `${event}: ${message}`)).toEqual([
    'webhook.refused: A request to the webhook code was refused: SIGNATURE_NEEDED, from 127.0.0.1.',
    'webhook.refused: A request to the webhook code was refused: SIGNATURE_REFUSED, from 127.0.0.1.',
    'webhook.refused: A request to the webhook word was refused: TOKEN_REFUSED, from 127.0.0.1.',
  ]);
  await triggers.end();
  await api.close();
});
