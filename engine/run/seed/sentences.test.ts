import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/seed.md'), 'utf8');

interface Row {
  readonly sentence: string;
  readonly proofs: readonly { readonly file: string; readonly name: string }[];
}

/** Rows of the tables: `| sentence | `file`: "name" · "name" |`; a bar inside a sentence has a backslash before it. */
const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| sentence | test |')
  .map((line) => {
    const [sentence = '', proof = ''] = line.slice(2, -2).split(/(?<!\\) \| /);
    let file = '';
    const proofs = [...proof.matchAll(/`([^`]+\.test\.ts)`:|"([^"]+)"/g)].flatMap(([, path, name]) => {
      if (path !== undefined) file = path;
      return name === undefined ? [] : [{ file, name }];
    });
    return { sentence, proofs };
  });

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");

/** Where a file says the name of a test: as one, or as a row of a table of tests. */
function declares(file: string, name: string): boolean {
  const text = textOf(file);
  return [`'${name}'`, `"${name}"`].some((literal) => new RegExp(`[([]\\s*${escape(literal)},`).test(text));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('every sentence has a test, and every test named exists', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  const missing = rows.flatMap(({ proofs }) => proofs).filter(({ file, name }) => !declares(file, name));
  expect(missing).toEqual([]);
});

test('every test of this folder is listed with a sentence', () => {
  const named = new Set(rows.flatMap(({ proofs }) => proofs.map(({ name }) => name)));
  const titles = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts') && file !== 'sentences.test.ts')
    .flatMap((file) => [...textOf(`engine/run/seed/${file}`).matchAll(/\btest\('([^']+)'/g)].map(([, title]) => title));
  expect(titles.length).toBeGreaterThan(30);
  expect(titles.filter((title) => title === undefined || !named.has(title))).toEqual([]);
});
