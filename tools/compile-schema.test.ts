import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from './compile-schema.mjs';

test('the compiled and the published schema are those of the sources; else run `node tools/compile-schema.mjs`', async () => {
  for (const [path, text] of await generate()) {
    expect(await readFile(join(import.meta.dirname, '..', path), 'utf8'), path).toBe(text);
  }
});

/** What each schema has among other things. */
const EXAMPLES = {
  signalbox: '"markdownDescription": "The most results a search gives.\\n\\nDefault: `5`."',
  'signalbox.serve': '"markdownDescription": "The method of its requests.\\n\\nDefault: `POST`."',
};

test('the published schema has what editors show: Markdown with every description, and words beside every pattern', async () => {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const text = await readFile(join(import.meta.dirname, `../public/schema/${name}.schema.json`), 'utf8');
    const silent: string[] = [];
    const visit = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null || /\.(?:examples|if)$/.test(place)) return;
      const keys = Object.keys(node);
      const has = (key: string): boolean => keys.includes(key) && typeof Reflect.get(node, key) === 'string';
      if (has('description') !== has('markdownDescription')) silent.push(`${place} description`);
      if (has('pattern') && !has('patternErrorMessage')) silent.push(`${place} pattern`);
      for (const [key, value] of Object.entries(node)) visit(value, `${place}.${key}`);
    };
    visit(JSON.parse(text), '');
    expect(silent).toEqual([]);
    expect(text).toContain(example);
  }
});
