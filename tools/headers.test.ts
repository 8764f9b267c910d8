import { expect, test } from 'vitest';
import { contentSecurityPolicy, headersFile, isSandbox, securityHeaders } from './headers.mjs';

test('a page runs its own scripts alone, is framed by none, and takes no text for a script', () => {
  const { 'Content-Security-Policy': policy, ...others } = securityHeaders();
  expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self';");
  expect(policy).toContain("connect-src 'self' https: http:;");
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-eval|sha256/);
  expect(securityHeaders({ scriptHashes: ["'sha256-x'"] })['Content-Security-Policy']).toContain(
    "; script-src 'self' 'sha256-x'; worker-src",
  );
  expect(others).toMatchObject({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
});

test('the policy in the page has what such a tag can carry', () => {
  expect(contentSecurityPolicy({ isMeta: true })).toMatch(/script-src 'self'; .*require-trusted-types-for 'script'/);
  expect(contentSecurityPolicy({ isMeta: true })).not.toContain('frame-ancestors');
});

test('the sandbox compiles WebAssembly, starts its threads, and reaches nothing', () => {
  const policy = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src data:; connect-src 'none'";
  expect(securityHeaders({ isSandbox: true })['Content-Security-Policy']).toBe(policy);
  expect([isSandbox('/some/where/sandbox/worker-1.js'), isSandbox('/assets/sandbox-1.js')]).toEqual([true, false]);
  expect(headersFile([])).toContain(`\n/sandbox/*\n  Content-Security-Policy: ${policy}\n`);
});

test('the file for hosts gives each place one policy', () => {
  const rules = headersFile(["'sha256-x'"]).split(/\n(?=\/)/);
  expect(rules.map((rule) => rule.split('\n')[0])).toEqual([
    '/*',
    '/',
    '/index.html',
    '/sw.js',
    '/assets/*',
    '/sandbox/*',
  ]);
  expect(rules.map((rule) => rule.split('Content-Security-Policy:').length - 1)).toEqual([0, 1, 1, 1, 1, 1]);
  expect(rules.map((rule) => rule.includes('sha256-x'))).toEqual([false, true, true, true, true, false]);
  expect(rules[0]).toContain('Referrer-Policy: no-referrer');
});
