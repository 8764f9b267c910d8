import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';

const ROOT = new URL('../..', import.meta.url);

/** A block of docs/engine.md by its language. */
function blockOf(language: string): string {
  const doc = readFileSync(new URL('docs/engine.md', ROOT), 'utf8');
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(doc)?.[1] ?? '';
}

test('the example of the documentation prints what it says', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-example-'));
  const door = pathToFileURL(new URL('./library.ts', import.meta.url).pathname).href;
  const file = path.join(folder, 'example.mjs');
  writeFileSync(file, blockOf('js').replace("'signalbox/engine'", `'${door}'`));
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(log.mock.calls.map((words) => `${words.join(' ')}\n`).join('')).toBe(blockOf('text'));
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
