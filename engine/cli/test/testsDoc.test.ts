import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from '../testing.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/tests.md'), 'utf8');

test('the examples of the page pass', async () => {
  const examples = [...page.matchAll(/`([\w.]+\.yaml)`:\n\n```yaml\n([\s\S]*?)```/g)];
  expect(examples.map(([, name]) => name)).toEqual(['refunds.yaml', 'refunds.test.yaml']);
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-doc-'));
  try {
    for (const [, name = '', text = ''] of examples) writeFileSync(path.join(folder, name), text);
    const ended = await runInProcess(['test'], { folder });
    expect(ended).toMatchObject({ code: 0, error: '2 tests, 0 failed\n' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
