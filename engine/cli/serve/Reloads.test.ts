import { mkdtempSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ReloadCause, Reloads } from './Reloads.ts';

test('a change that SIGHUP tells of first is read once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-reloads-'));
  const file = path.join(folder, 'some.yaml');
  const causes: ReloadCause[] = [];
  let hangUp: (() => void) | null = null;
  const onHangup = (listener: () => void): (() => void) => {
    hangUp = listener;
    return () => undefined;
  };
  const reloads = new Reloads(
    { onHangup },
    {
      reload: () => Promise.resolve({ message: 'It was reloaded.', warnings: [] }),
      refused: 'It was refused.',
      log: () => undefined,
      onChange: (cause) => void causes.push(cause),
    },
  );
  reloads.watch([file]);
  // It is told of a file that is not there, then of the one that was written; each time after `reloads`.
  watchFile(file, { interval: 1_000 }, ({ mtimeMs }) => {
    if (mtimeMs === 0) writeFileSync(file, 'a\n');
    hangUp?.();
  });
  const isTold = (): boolean => causes.filter((one) => one === 'SIGHUP').length === 2;
  await expect.poll(isTold, { interval: 5, timeout: 10_000 }).toBe(true);
  await reloads.end();
  expect(causes).toEqual(['SIGHUP', 'SIGHUP']);
  unwatchFile(file);
  rmSync(folder, { recursive: true });
});
