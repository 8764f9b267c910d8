import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const POLICY =
  /script-src 'self' '(sha256-[\w+/=]+)'; .*connect-src 'self' https: http:; .*require-trusted-types-for 'script'/;

test('pages, scripts, workers and misses are answered with the security headers, the sandbox with its own', async ({
  request,
}) => {
  const assets = readdirSync('dist/assets');
  const worker = assets.find((name) => name.startsWith('engine.worker'));
  const script = assets.find((name) => name.startsWith('index-') && name.endsWith('.js'));
  for (const path of ['/', '/nowhere.js', `/assets/${worker}`, `/assets/${script}`]) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toMatch(POLICY);
    expect(headers['content-security-policy'], path).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
  const sandbox = await request.get(`/sandbox/${readdirSync('dist/sandbox')[0]}`);
  expect(sandbox.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'wasm-unsafe-eval';/);
});

test('the page holds the policy too, and a file declares it for hosts that read one', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const meta = page.match(/<meta[^>]*Content-Security-Policy[^>]*>/)?.[0];
  expect(meta?.replaceAll('&#39;', "'")).toMatch(POLICY);
  // The one script that is inside of the page.
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  const hashes = scripts.map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
  expect(hashes).toEqual([meta?.replaceAll('&#39;', "'").match(POLICY)?.[1]]);
  const file = await (await request.get('/_headers')).text();
  for (const path of ['/', '/index.html', '/sw.js', '/assets/*', '/sandbox/*'])
    expect(file).toContain(`\n${path}\n  Content-Security-Policy:`);
  expect(file).toContain('Referrer-Policy: no-referrer');
});
