import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { MEMORY_CONTRACT } from '../engine/testing/memory/contract.ts';
import { type BackendsUnderTest, useChroma, useRedis } from '../engine/testing/memory/MemoryLab.ts';
import { startChroma } from '../engine/testing/memory/startChroma.ts';
import { startRedis } from '../engine/testing/memory/startRedis.ts';
import { expect, test } from './fixtures.ts';
import type { ContractResult } from './memoryWorker.ts';

/** A page with the app's own headers and the contract as a worker. */
async function serveContract(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./memoryWorker.ts', import.meta.url)),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  const files = new Map<string, readonly [string, string]>([
    ['/', ['text/html', '<!doctype html><title>Contract</title>']],
    ['/worker.js', ['text/javascript', output[0].code]],
  ]);
  // What the build tells hosts to send with scripts and workers.
  const [, rule = ''] = /^\/assets\/\*\n((?: +.+\n)+)/m.exec(readFileSync('dist/_headers', 'utf8')) ?? [];
  const headers = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  expect(headers.map(([name]) => name)).toContain('Content-Security-Policy');
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? ['text/plain', ''];
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Policy = { readonly createScriptURL: (url: string) => string };
type CreatePolicy = (name: string, policy: Policy) => Policy;

/** Runs the contract in a worker of the page; every case must hold. */
async function expectContract(page: Page, backends: BackendsUnderTest): Promise<void> {
  const site = await serveContract();
  try {
    await page.goto(site.url);
    const results = await page.evaluate((sent): Promise<readonly ContractResult[]> => {
      // The page asks for trusted scripts, and TypeScript knows neither the policy nor that a worker takes what it makes.
      const trusted = Reflect.get(globalThis, 'trustedTypes') as { readonly createPolicy: CreatePolicy };
      const policy = trusted.createPolicy('contract', { createScriptURL: (url) => url });
      const worker = new Worker(policy.createScriptURL('/worker.js'), { type: 'module' });
      return new Promise((resolve, reject) => {
        worker.addEventListener('message', (event) => resolve(event.data as readonly ContractResult[]));
        worker.addEventListener('error', (event) => reject(new Error(event.message)));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
        worker.postMessage(JSON.parse(sent));
      });
    }, JSON.stringify(backends));
    expect(results.filter(({ error }) => error !== null)).toEqual([]);
    expect(results).toHaveLength(MEMORY_CONTRACT.length);
  } finally {
    await site.close();
  }
}

test('memories keep their contract in the IndexedDB of a browser', async ({ page }) => {
  const part = { use: 'core:indexeddb', config: { path: 'contract' } };
  await expectContract(page, { storage: part, vector: part });
});

test('memories keep their contract in Redis over REST, asked from a browser', async ({ page }) => {
  const redis = await startRedis();
  test.skip(!redis.ok, redis.ok ? '' : `There is no Redis: ${redis.reason}`);
  if (!redis.ok) return;
  try {
    await expectContract(page, { storage: useRedis(redis.server) });
  } finally {
    await redis.server.stop();
  }
});

test('memories keep their contract with vectors in Chroma, asked from a browser', async ({ page }) => {
  const chroma = await startChroma();
  test.skip(!chroma.ok, chroma.ok ? '' : `There is no Chroma: ${chroma.reason}`);
  if (!chroma.ok) return;
  try {
    await expectContract(page, { vector: useChroma(chroma.server) });
  } finally {
    await chroma.server.stop();
  }
});
