import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-waiting-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const INNER = `tasks:
  - { id: nap, type: wait, config: { timeout: 300ms, check_interval: 50ms }, on_success: { next: after } }
  - { id: after, type: basic }
`;
const OUTER = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }
`;
const ASKS = `tasks:
  - { id: ask, name: Approve, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

/** The lines of a text, without how long anything took, and times of the day as a word. */
const lines = (text: string) =>
  text
    .replaceAll(/ [\d.]+ m?s$/gm, '')
    .replaceAll(/until (\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d$/gm, 'until TIME')
    .split('\n');

const atTerminal = { env: { NO_COLOR: '1' }, isErrorTerminal: true };

test('progress says what a task waits for, and once that the run only waits, also where the run inside does', async () => {
  writeFileSync(path.join(folder, 'inner.yaml'), INNER);
  writeFileSync(path.join(folder, 'outer.yaml'), OUTER);
  const run = (file: string) => runInProcess(['run', file, '--workspace', '.'], { folder, ...atTerminal });
  // Checks on the way are no news.
  expect(lines((await run('inner.yaml')).error)).toEqual([
    '  … nap',
    '  ~ nap waiting until TIME',
    '  ~ waiting',
    '  ✓ nap',
    '  … after',
    '  ✓ after',
    '',
  ]);
  expect(lines((await run('outer.yaml')).error)).toEqual([
    '  … call',
    '    … nap',
    '    ~ nap waiting until TIME',
    '  ~ waiting',
    '    ✓ nap',
    '    … after',
    '    ✓ after',
    '  ✓ call',
    '',
  ]);
});

test('--watch says the same of a run that another process executes', async () => {
  writeFileSync(path.join(folder, 'inner.yaml'), ASKS);
  writeFileSync(path.join(folder, 'outer.yaml'), OUTER);
  const [stop, journal] = [new AbortController(), path.join(folder, 'j.jsonl')];
  const run = ['run', 'outer.yaml', '--workspace', '.', '--journal', 'j.jsonl'];
  const running = runInProcess(run, { folder, ...atTerminal, signal: stop.signal });
  await expect.poll(() => existsSync(journal) && readFileSync(journal, 'utf8').includes('child.reported')).toBe(true);
  let seen = '';
  const writeError = (text: string): void => void (seen += text);
  const watching = runInProcess(['run', '--journal', 'j.jsonl', '--watch'], { folder, ...atTerminal, writeError });
  await expect
    .poll(() => lines(seen), { timeout: 5_000 })
    .toEqual(['  … call', '    … Approve', '    ~ Approve waiting for signal go until TIME', '  ~ waiting', '']);
  stop.abort();
  const [ran] = await Promise.all([running, watching]);
  expect(lines(seen)).toEqual(lines(ran.error));
  expect(lines(seen)).toContain('    – Approve cancelled');
});
