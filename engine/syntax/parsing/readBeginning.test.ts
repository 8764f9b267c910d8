import { expect, test } from 'vitest';
import { parseSyntax, readBeginning, toNodeData } from '../index.ts';

const MANY = { length: 1_000_000, nodes: 1_000_000 };

const tasks = (count: number): string =>
  `id: a\ntasks:\n${Array.from({ length: count }, (_, at) => `  - id: t${at}\n    type: basic\n`).join('')}`;

test('reads items from the first on, as many as there is room for, and counts all', () => {
  const text = `${tasks(100)}outputs: {a: 1}\n`;
  const beginning = readBeginning(text, { length: 300, nodes: 1_000 });
  expect(beginning).toMatchObject({ total: 100 });
  const read = beginning?.read ?? 0;
  expect(read).toBeGreaterThan(3);
  expect(read).toBeLessThan(20);
  const root = beginning?.syntax.root;
  expect(root && toNodeData(root)).toEqual(toNodeData(parseSyntax(tasks(read)).root ?? raise()));
});

test('is bounded by what was read, too', () => {
  expect(readBeginning(tasks(100), { length: 1_000_000, nodes: 60 })?.read).toBeLessThan(20);
});

test('reads all of a text that is short enough', () => {
  const text = `${tasks(3)}outputs: {a: 1}\n`;
  const beginning = readBeginning(text, MANY);
  expect(beginning).toMatchObject({ read: 3, total: 3 });
  expect(beginning?.syntax.root).toEqual(parseSyntax(text).root);
});

test.each([
  ['JSON', '{"tasks": []}'],
  ['nothing', ''],
  ['a first part that is too long', `id: ${'x'.repeat(400)}\n`],
])('has none of %s', (_, text) => {
  expect(readBeginning(text, { length: 300, nodes: 1_000 })).toBeNull();
});

function raise(): never {
  throw new Error('There is no tree.');
}
