import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const POLICY = /script-src 'self'; .*connect-src 'self' https: http:; .*require-trusted-types-for 'script'/;

test('pages, scripts, workers and misses are answered with the security headers, the sandbox with its own', async ({
  request,
}) => {
  const assets = readdirSync('dist/assets');
  const worker = assets.find((name) => name.startsWith('engine.worker'));
  const script = assets.find((name) => name.startsWith('index-') && name.endsWith('.js'));
  for (const path of ['/', '/nowhere.js', `/assets/${worker}`, `/assets/${script}`]) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toMatch(POLICY);
    expect(headers['content-security-policy'], path).not.toMatch(/unsafe-eval|sha256/);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
  const sandbox = await request.get(`/sandbox/${readdirSync('dist/sandbox')[0]}`);
  expect(sandbox.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'wasm-unsafe-eval';/);
});

test('the page holds the policy too, and a file declares it for hosts that read one', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const meta = page.match(/<meta[^>]*Content-Security-Policy[^>]*>/)?.[0];
  expect(meta?.replaceAll('&#39;', "'")).toMatch(POLICY);
  const file = await (await request.get('/_headers')).text();
  for (const path of ['/', '/index.html', '/sw.js', '/assets/*', '/sandbox/*'])
    expect(file).toContain(`\n${path}\n  Content-Security-Policy:`);
  expect(file).toContain('Referrer-Policy: no-referrer');
});
