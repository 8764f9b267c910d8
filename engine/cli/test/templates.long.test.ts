import path from 'node:path';
import { expect, test } from 'vitest';
import { createRunScript } from '../../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../../effects/scripts/serveScripts.ts';
import { runInProcess } from '../testing.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));

test('the tests of the templates notice every change', async () => {
  const ended = await runInProcess(['test', '--min-score', '100', 'public/templates'], { folder: ROOT, runScript });
  expect(ended.code, ended.out).toBe(0);
});

test('no fault hangs a template, has a consequence twice or gives a secret away', async () => {
  const ended = await runInProcess(['drill', '--fail-on', 'hangs,repeats,leaks', 'public/templates'], {
    folder: ROOT,
    runScript,
  });
  expect(ended.code, ended.out).toBe(0);
});
