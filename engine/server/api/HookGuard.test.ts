import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { USUAL_LIMITS } from './ApiLimits.ts';
import { HookGuard } from './HookGuard.ts';
import { Metrics } from './Metrics.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const HOOKS = `
webhooks:
  code: { path: code, workflow: hello, preset: github, secret: CODE }
  word: { path: word, workflow: hello, token: { secret: [CODE, OLD] } }
`;

let folder: string;
let said: string[];
beforeAll(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-guard-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(service: RunsInMemory) {
  const read = readConfig(HOOKS);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  said = [];
  const env = { CODE: 'tulip-4711', OLD: 'rose-0815' };
  return openTriggers(read.value, { service, state: folder, env, onProblem: (message) => said.push(message) });
}

test('an address that sends forged requests is counted, told of once, and held back', async () => {
  const service = new RunsInMemory();
  const triggers = await open(service);
  const api = await ApiUnderTest.start({ service, triggers, limits: { failuresPerSecond: 0.3 } });
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
  expect(text).toContain('signalbox_webhook_refusals_total{webhook="code",code="SIGNATURE_NEEDED"} 1\n');
  expect(text).toContain('signalbox_webhook_refusals_total{webhook="code",code="SIGNATURE_REFUSED"} 2\n');
  expect(text).toContain('signalbox_webhook_refusals_total{webhook="word",code="TOKEN_REFUSED"} 1\n');
  expect(said).toEqual([
    'webhook code: A request was refused: SIGNATURE_NEEDED of 127.0.0.1. The header x-hub-signature-256 is missing: requests to this webhook are signed.',
    'webhook word: A request was refused: TOKEN_REFUSED of 127.0.0.1. What authorization has is not the secret of this webhook.',
  ]);
  await triggers.end();
  await api.close();
});

test('a line a minute for each webhook, with how many there were', async () => {
  const [hook] = (await open(new RunsInMemory())).hooks;
  let now = 0;
  const guard = new HookGuard(USUAL_LIMITS, new Metrics(), () => now);
  const refuse = (): void => {
    if (hook === undefined) throw new RangeError('There is no webhook.');
    expect(() => guard.refuse(hook, { type: 'refused', message: 'It is forged.' }, '192.0.2.1')).toThrow('forged');
  };
  for (; now < 60_000; now += 20_000) refuse();
  refuse();
  expect(said).toEqual([
    'webhook code: A request was refused: SIGNATURE_REFUSED of 192.0.2.1. It is forged.',
    'webhook code: A request was refused: SIGNATURE_REFUSED of 192.0.2.1. It is forged. 2 others were refused before.',
  ]);
});
