import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TokenFile } from '../server/index.ts';
import { type Ended, runInProcess } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function token(...args: readonly string[]): Promise<Ended> {
  return runInProcess(['serve', 'token', ...args], { folder });
}

test('a token is printed alone, once, and lets in to the server of its folder', async () => {
  const made = await token('flows', '--name', 'a build', '--scope', 'read');
  expect(made).toMatchObject({ code: 0, error: expect.stringContaining('may read, and does not expire') });
  const file = new TokenFile(path.join(folder, 'flows/.signalbox'));
  expect(await file.find(made.out.trimEnd())).toMatchObject({ name: 'a build', scope: 'read', expiresAt: null });
  expect((await token('--list')).out).toBe('');
});

test('tokens are listed without what lets in, and taken away by their ids', async () => {
  const one = (await token('--name', 'first\u001b[2J', '--expires', '90d', '--state', 'kept')).out.trim();
  const two = (await token('--name', 'second', '--scope', 'admin', '--state', 'kept')).out.trim();
  const { out } = await token('--list', '--state', 'kept');
  expect(out).toMatch(/^[0-9a-f]{12} {2}run {4}made \S+, expires \S+ {2}first⟨U\+001B⟩\[2J\n\S+ {2}admin {2}made/);
  for (const secret of [one, two]) expect(out).not.toContain(secret.slice(17));
  const id = two.slice(4, 16);
  expect(await token('--revoke', id, '--state', 'kept')).toMatchObject({ code: 0 });
  expect(await token('--revoke', id, '--state', 'kept')).toMatchObject({ code: 1, error: expect.stringContaining(id) });
  expect((await token('--list', '--state', 'kept')).out.trim().split('\n')).toHaveLength(1);
});

test('a token is limited to workflows and to a rate, which the list shows', async () => {
  const args = ['--name', 'ci', '--workflow', 'orders/*', '--workflow', 'report\u001b', '--rate', '10/s'];
  const made = await token(...args);
  expect(made).toMatchObject({
    code: 0,
    error: expect.stringContaining(' (only orders/*, report⟨U+001B⟩; at most 10/s), and does not expire'),
  });
  const file = new TokenFile(path.join(folder, '.signalbox'));
  expect(await file.find(made.out.trim())).toMatchObject({ workflows: ['orders/*', 'report\u001b'], rate: '10/s' });
  expect((await token('--list')).out).toMatch(/expire {2}ci \(only orders\/\*, report⟨U\+001B⟩; at most 10\/s\)\n$/);
});

test('a file of an earlier version has tokens without limits, and limits that cannot be read are no tokens', async () => {
  const made = (await token('--name', 'old')).out.trim();
  const place = path.join(folder, '.signalbox/tokens.json');
  const kept = JSON.parse(readFileSync(place, 'utf8'));
  expect(Object.keys(kept.tokens[0])).not.toContain('workflows');
  expect(await new TokenFile(path.dirname(place)).find(made)).toMatchObject({ name: 'old' });
  for (const limit of [{ workflows: [] }, { workflows: 'a' }, { workflows: null }, { rate: 'fast' }, { rate: 0 }]) {
    writeFileSync(place, JSON.stringify({ ...kept, tokens: [{ ...kept.tokens[0], ...limit }] }));
    expect((await token('--list')).error).toContain('tokens.json cannot be read');
  }
});

test.each([
  [[], /Say what to do/],
  [['--list', '--name', 'x'], /--name and --list cannot be given together/],
  [['--name', ' '], /--name takes 1 to 100/],
  [['--name', 'x', '--scope', 'all'], /--scope takes read, run or admin, not "all"/],
  [['--name', 'x', '--expires', '90'], /--expires takes a time/],
  [['--name', 'x', '--workflow', ' '], /--workflow takes 1 to 1000/],
  [['--name', 'x', '--rate', '10'], /--rate takes .* 10\/s, 100\/m or 1000\/h/],
  [['--name', 'x', '--rate', '0/s'], /--rate takes/],
  [['--list', '--workflow', 'a'], /--workflow needs --name/],
  [['a', 'b', '--list'], /one folder at a time/],
  [['', '--list'], /empty/],
  [['--nane', 'x'], /no option --nane of signalbox serve token/],
])('%j is refused in words', async (args, message) => {
  expect(await token(...args)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(message) });
});

test('a file of tokens that is broken is named', async () => {
  mkdirSync(path.join(folder, '.signalbox'));
  writeFileSync(path.join(folder, '.signalbox/tokens.json'), '{');
  expect(await token('--list')).toMatchObject({
    code: 2,
    error: expect.stringContaining('tokens.json cannot be read'),
  });
});

test('help tells what there is', async () => {
  for (const args of [
    ['serve', 'token', '--help'],
    ['help', 'serve', 'token'],
  ])
    expect(await runInProcess(args, { folder })).toMatchObject({
      code: 0,
      out: expect.stringContaining('--revoke ID'),
    });
});
