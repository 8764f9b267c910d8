import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

/** How many exported types may end in `Run`: docs/architecture.md has the five stages, and few others are worth a noun of their own. */
const MOST = 15;

function nounsIn(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w*Run)\b/gm)].map(
    ([, name = '']) => name,
  );
}

test('few exported types are called a run', () => {
  const files = ['engine', 'app'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
      .map((name) => path.join(ROOT, folder, name)),
  );
  const nouns = new Set(files.flatMap((file) => nounsIn(readFileSync(file, 'utf8'))));
  expect(nouns).toContain('Run');
  expect([...nouns].toSorted().slice(MOST)).toEqual([]);
});

test('a noun is an exported type, not a function', () => {
  const text =
    'export interface ARun {}\nexport class BRun {}\nexport type CRun = 1;\nexport function startRun() {}\ntype DRun = 2;\n';
  expect(nounsIn(text)).toEqual(['ARun', 'BRun', 'CRun']);
});
