import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type LoopbackServer, serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { expect, type Page } from './fixtures.ts';

/** Texts that are read as they are (`?raw`), as the app's own build reads them. */
const RAW_TEXTS = {
  name: 'raw-texts',
  load: (id: string) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}` : null,
  resolveId: (id: string, importer: string | undefined) =>
    id.endsWith('?raw') && importer !== undefined ? path.resolve(path.dirname(importer), id) : null,
};

/** A page with the app's own headers and a worker of this folder, bundled. */
async function serveWorker(file: string): Promise<LoopbackServer> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(file, import.meta.url)),
    platform: 'browser',
    plugins: [RAW_TEXTS],
  });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  const files = new Map<string, readonly [string, string]>([
    ['/', ['text/html', '<!doctype html><title>Worker</title>']],
    ['/worker.js', ['text/javascript', output[0].code]],
  ]);
  // The headers that the build writes for hosts to send with scripts and workers.
  const [, rule = ''] = /^\/assets\/\*\n((?: +.+\n)+)/m.exec(readFileSync('dist/_headers', 'utf8')) ?? [];
  const headers = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  expect(headers.map(([name]) => name)).toContain('Content-Security-Policy');
  return serveLoopback((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? ['text/plain', ''];
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('content-type', type).end(body);
  });
}

type Policy = { readonly createScriptURL: (url: string) => string };
type CreatePolicy = (name: string, policy: Policy) => Policy;

/** Starts a worker of this folder in a page, sends it one message, and answers with the one it sends back. */
export async function runWorker<Answer>(page: Page, file: string, message: unknown): Promise<Answer> {
  const site = await serveWorker(file);
  try {
    await page.goto(site.url);
    const answer = await page.evaluate((sent): Promise<string> => {
      // The page asks for trusted scripts, and TypeScript knows neither the policy nor that a worker takes what it makes.
      const trusted = Reflect.get(globalThis, 'trustedTypes') as { readonly createPolicy: CreatePolicy };
      const policy = trusted.createPolicy('worker', { createScriptURL: (url) => url });
      const worker = new Worker(policy.createScriptURL('/worker.js'), { type: 'module' });
      return new Promise((resolve, reject) => {
        worker.addEventListener('message', (event) => resolve(JSON.stringify(event.data)));
        worker.addEventListener('error', (event) => reject(new Error(event.message)));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none.
        worker.postMessage(JSON.parse(sent));
      });
    }, JSON.stringify(message));
    const parsed: Answer = JSON.parse(answer);
    return parsed;
  } finally {
    await site.close();
  }
}
