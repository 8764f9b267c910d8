import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** The lines of a text, without how long anything took. */
const lines = (text: string) => text.replaceAll(/ [\d.]+ m?s$/gm, '').split('\n');

test('progress says once that a run only waits, also where the run inside does', async () => {
  writeFileSync(path.join(folder, 'inner.yaml'), INNER);
  writeFileSync(path.join(folder, 'outer.yaml'), OUTER);
  const run = (file: string) =>
    runInProcess(['run', file, '--workspace', '.'], {
      folder,
      env: { NO_COLOR: '1' },
      isErrorTerminal: true,
    });
  // Checks on the way are no news.
  expect(lines((await run('inner.yaml')).error)).toEqual([
    '  … nap',
    '  ~ waiting',
    '  ✓ nap',
    '  … after',
    '  ✓ after',
    '',
  ]);
  expect(lines((await run('outer.yaml')).error)).toEqual([
    '  … call',
    '    … nap',
    '  ~ waiting',
    '    ✓ nap',
    '    … after',
    '    ✓ after',
    '  ✓ call',
    '',
  ]);
});
