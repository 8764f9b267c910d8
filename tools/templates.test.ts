import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { GALLERY, generate, INDEX_PATH, RECIPES_PATH } from './templates.mjs';

let made: ReadonlyMap<string, string>;
beforeAll(async () => {
  made = await generate();
});

test.each([INDEX_PATH, RECIPES_PATH])('%s is what the templates say', (path) => {
  expect(readFileSync(path, 'utf8'), 'Run node tools/templates.mjs.').toBe(made.get(path));
});

interface Shown {
  readonly name: string | null;
  readonly description: string | null;
  readonly needs: string | null;
  readonly tests: number;
  readonly files: readonly string[];
  readonly sketch: { readonly cards: readonly unknown[]; readonly lines: readonly unknown[] };
}

test('each template has a name, a sentence, what it needs, tests, a picture, and files that are there', () => {
  const shown: readonly Shown[] = JSON.parse(made.get(INDEX_PATH) ?? '[]');
  expect(shown).toHaveLength(Object.values(GALLERY).flat().length);
  for (const { name, description, needs, tests, files, sketch } of shown) {
    expect(name).toMatch(/^\S.{3,30}$/);
    expect(description).toMatch(/^[A-Z].*[.)]\.?$/);
    expect(needs).toMatch(/\.$/);
    expect(tests).toBeGreaterThan(0);
    expect(sketch.cards.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(`public/${file}`))).toEqual([]);
  }
});

test('the gallery shows every template there is', () => {
  const listed = Object.values(GALLERY).flat();
  const shown = listed.flatMap(({ id, beside = [], folder = 'templates' }) =>
    [id, ...beside].map((stem) => `${folder}/${stem}.yaml`),
  );
  const files = ['templates', 'samples'].flatMap((folder) =>
    readdirSync(`public/${folder}`)
      .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
      .map((name) => `${folder}/${name}`),
  );
  expect(shown.toSorted()).toEqual(files.toSorted());
  expect(listed.filter(({ folder }) => folder === undefined)).toHaveLength(24);
});
