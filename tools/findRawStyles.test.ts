import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';
import { findRawStyles } from './findRawStyles.mjs';

const APP = path.join(ROOT, 'app');

test('style sheets take sizes of text, radii, layers and colours from the tokens', () => {
  const sheets = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && path.basename(file) !== 'tokens.css',
  );
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.flatMap((file) =>
    findRawStyles(readFileSync(path.join(APP, file), 'utf8')).map(
      ({ what, line, text }) => `app/${file}:${line} names a ${what} itself: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a { font-size: 12px; }', 'size of text'],
  ['a { font: 600 12px / 18px var(--font-ui); }', 'size of text'],
  ['a { border-radius: 6px 6px 0 0; }', 'radius'],
  ['a { border-top-left-radius: 4px; }', 'radius'],
  ['a { z-index: 50; }', 'layer'],
  ['a { color: #fff; }', 'colour'],
  ['a { background: rgb(0 0 0 / 40%); }', 'colour'],
])('%s is found', (css, what) => {
  expect(findRawStyles(css).map((found) => found.what)).toEqual([what]);
});

test.each([
  'a { font: 600 var(--text-small) / 18px var(--font-ui); }',
  'a { border-radius: 0 var(--radius) var(--radius) 0; }',
  'a { border-radius: 50%; }',
  'a { z-index: var(--layer-popup); }',
  '/* font-size: 12px; */ #header { color: var(--ink); }',
])('%s is fine', (css) => {
  expect(findRawStyles(css)).toEqual([]);
});
