/** Providers of models and backends of memories: what the pages and the forms state about each, against its declaration. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { propertiesAt } from '../schema/index.ts';
import {
  EMBEDDERS,
  type EmbedderBackend,
  embeddingSizeOf,
  MEMORY_BACKENDS,
  MEMORY_DEFAULTS,
} from './memoryBackends.ts';
import { MOCK_PROVIDER, MODEL_PROVIDERS, type ModelProvider, REMOTE_PROVIDERS } from './modelProviders.ts';

/** The cells of the rows of a page's tables that begin with a name in backticks, by that name. */
function readRows(page: string, heading: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const section = text.split(/^#+ /m).find((each) => each.startsWith(heading)) ?? '';
  const lines = section.split('\n');
  const isHead = (at: number): boolean => /^\| ?---/.test(lines[at + 1] ?? '');
  const rows = lines.filter((line, at) => line.startsWith('| `') && !isHead(at));
  return new Map(
    rows.map((row) => row.slice(1, -1).split('|')).map(([name = '', ...cells]) => [namesIn(name)[0] ?? '', cells]),
  );
}

function namesIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

test('the page of models has a row for each provider, with its address and the usual name of its key', () => {
  const rows = readRows('models.md', 'Providers');
  expect([...rows.keys()]).toEqual(MODEL_PROVIDERS);
  for (const [name, { url, keyVariable }] of Object.entries<ModelProvider>(REMOTE_PROVIDERS)) {
    const [, variable, address] = rows.get(name) ?? [];
    expect([name, ...namesIn(variable)]).toEqual([name, ...(keyVariable === null ? [] : [keyVariable])]);
    expect(namesIn(address)[0]).toBe(url ?? 'url');
  }
  expect(rows.get(MOCK_PROVIDER)?.slice(1).join()).not.toContain('`');
});

const PAGES = {
  storage: ['Where messages are kept', 0],
  vector: ['Where vectors are kept', 0],
  embedder: ['What makes vectors', 1],
} as const;

const parts = (['storage', 'vector', 'embedder'] as const).map((part) => [part] as const);

test.each(parts)('the page of memories has a row for each %s, with the keys that it reads', (part) => {
  const [heading, column] = PAGES[part];
  const rows = readRows('memory.md', heading);
  expect([...rows].map(([name, cells]) => [name, namesIn(cells[column])])).toEqual(
    Object.entries(MEMORY_BACKENDS[part]).map(([name, { reads }]) => [name, reads]),
  );
});

test.each(parts)('the format lists each %s', (part) => {
  const [, [names] = []] = [...readRows('format.md', 'Memory')].find(([name]) => name === part) ?? [];
  expect(namesIn(names)).toEqual(Object.keys(MEMORY_BACKENDS[part]));
});

test.each(parts)(
  'the form of a %s has a field for each key that one reads, and nothing is needed that is not read',
  (part) => {
    const fields = propertiesAt(['memory', part, 'config']).map(({ key }) => key);
    for (const { reads, needs } of Object.values(MEMORY_BACKENDS[part])) {
      expect(fields).toEqual(expect.arrayContaining([...reads]));
      expect(reads).toEqual(expect.arrayContaining([...needs]));
    }
    expect(Object.keys(MEMORY_BACKENDS[part])).toContain(MEMORY_DEFAULTS[part]);
  },
);

test('an embedder without a model or an address needs one in its config; the size of each default model is known', () => {
  const rows = readRows('memory.md', 'What makes vectors');
  for (const [name, { model, url, needs, sizes, reads }] of Object.entries<EmbedderBackend>(EMBEDDERS)) {
    if (reads.length === 0) continue;
    expect([name, needs.includes('model'), needs.includes('url')]).toEqual([name, model === null, url === null]);
    if (model === null) continue;
    expect(sizes).toHaveProperty([model]);
    expect(embeddingSizeOf(model)).toBe(sizes[model]);
    expect(namesIn(rows.get(name)?.[0])[0]).toBe(model);
  }
});
