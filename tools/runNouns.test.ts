import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

/** How many exported types may end in `Run`: docs/architecture.md has the five stages, and few others are worth a noun of their own. */
const MOST = 15;

/** Words that say little alone. Each names one type at most in the whole house, and most of them none. */
const VAGUE = ['Place', 'Found', 'Asked', 'Values', 'Shape', 'Part', 'Line', 'Entry', 'Answer'];

const DECLARED = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)(?=[ <{(])/gm;

const texts = ['engine', 'app'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(ROOT, folder, name), 'utf8') })),
);

/** The types that a text declares. */
function nounsIn(text: string): readonly { readonly noun: string; readonly isExported: boolean }[] {
  return [...text.matchAll(DECLARED)].map(([, exported, noun = '']) => ({ noun, isExported: exported !== undefined }));
}

test('few exported types are called a run', () => {
  const sources = texts.filter(({ name }) => !/\.test\.|testing/.test(name));
  const all = sources.flatMap(({ text }) => nounsIn(text).flatMap(({ noun, isExported }) => (isExported ? noun : [])));
  const nouns = new Set(all.filter((noun) => noun.endsWith('Run')));
  expect(nouns).toContain('Run');
  expect([...nouns].toSorted().slice(MOST)).toEqual([]);
});

test.each(VAGUE)('%s means one thing in the house', (word) => {
  const homes = texts.filter(({ text }) => nounsIn(text).some(({ noun }) => noun === word)).map(({ name }) => name);
  expect(homes.slice(1)).toEqual([]);
});

test('a noun is a type, exported or not, and no function', () => {
  const text =
    'export interface ARun {}\nexport class BRun<T> {}\nexport type CRun = 1;\nexport function startRun() {}\ntype DRun = 2;\n';
  expect(nounsIn(text).map(({ noun, isExported }) => `${noun} ${isExported}`)).toEqual([
    'ARun true',
    'BRun true',
    'CRun true',
    'DRun false',
  ]);
});
