import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from './compile-schema.mjs';

test('the compiled and the published schema are those of the sources; else run `node tools/compile-schema.mjs`', async () => {
  for (const [path, text] of await generate()) {
    expect(await readFile(join(import.meta.dirname, '..', path), 'utf8'), path).toBe(text);
  }
});
