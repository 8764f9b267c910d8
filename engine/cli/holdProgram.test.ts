import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdProgram } from './holdProgram.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-parts-'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** What the parts of the test have written. */
function loaded(): unknown {
  return Reflect.get(globalThis, 'loadedParts') ?? [];
}

test('a command that lasts has all parts of the program, also where one of them cannot be loaded', async () => {
  for (const name of ['first', 'third'])
    writeFileSync(path.join(folder, `${name}.js`), `(globalThis.loadedParts ??= []).push('${name}');`);
  writeFileSync(path.join(folder, 'second.js'), 'this is no program');
  writeFileSync(path.join(folder, 'notes.txt'), 'neither is this');
  holdProgram(folder);
  vi.advanceTimersByTime(1_999);
  expect(loaded()).toEqual([]);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(loaded).toEqual(['first', 'third']);
});
