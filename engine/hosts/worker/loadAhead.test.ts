import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const HERE = import.meta.dirname;
const AHEAD = path.join(HERE, 'loadAhead.ts');

/** The modules that a source loads with `import()`, by their absolute paths. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, name = '']) => path.resolve(path.dirname(file), name));
}

/** The sources of the worker, and those beside it that it shares with other hosts. */
function listSources(): readonly string[] {
  const shared = path.dirname(HERE);
  const own = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).map((name) => path.join(HERE, name));
  const beside = readdirSync(shared, { encoding: 'utf8' }).map((name) => path.join(shared, name));
  return [...own, ...beside].filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== AHEAD);
}

test('whatever the worker loads later is loaded ahead: a page that was idle runs without a connection', () => {
  const ahead = new Set(loadedBy(AHEAD));
  const later = listSources().flatMap((file) =>
    loadedBy(file)
      .filter((module) => module !== AHEAD && !ahead.has(module))
      .map((module) => `${path.relative(HERE, module)}, of ${path.relative(HERE, file)}`),
  );
  expect(ahead.size).toBeGreaterThan(10);
  expect(later).toEqual([]);
});
