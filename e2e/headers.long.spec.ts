import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

/** Every file of the built site, as paths of requests. */
function builtPaths(): string[] {
  return readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^dist/, ''));
}

test('every file of the site is answered with the security headers, and so are misses', async ({ request }) => {
  const paths = ['/', '/nowhere.js', ...builtPaths()];
  expect(paths.some((path) => path.includes('engine.worker'))).toBe(true);
  expect(paths.some((path) => path.includes('editor.worker'))).toBe(true);
  for (const path of paths) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    if (path.startsWith('/sandbox/')) {
      expect(policy, path).toBe(
        "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src data:; connect-src 'none'",
      );
      continue;
    }
    expect(policy, path).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy, path).toContain("connect-src 'self' https: http:");
    expect(policy, path).toContain("require-trusted-types-for 'script'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('no-referrer');
  }
});
