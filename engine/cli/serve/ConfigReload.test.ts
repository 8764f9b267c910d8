import { mkdtempSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reloadConfig } from './Reloads.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-reload-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a configuration that was never there is not called gone, and one that is made is read', async () => {
  const events: string[] = [];
  const place = path.join(folder, 'signalbox.serve.yaml');
  const read = new Promise<void>((resolve) => {
    const reload = reloadConfig(
      {},
      {
        folder,
        given: { secretFiles: [] },
        log: ({ event }) => {
          events.push(event);
          if (event === 'config.refused') void reload.end().then(resolve);
        },
        read: () => Promise.reject(new Error('It is not taken here.')),
        change: () => Promise.resolve(null),
        onChange: () => undefined,
      },
    );
    // A file that is not there is told of at once: then it has been looked at.
    const look = (): void => {
      unwatchFile(place, look);
      writeFileSync(place, 'env: []\n');
    };
    watchFile(place, look);
  });
  await read;
  expect(events).toEqual(['config.refused']);
});
