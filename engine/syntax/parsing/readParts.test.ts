import { expect, test } from 'vitest';
import { joinParts, parseSyntax, readBeginning, readParts, toNodeData } from '../index.ts';

const LONG = 'x'.repeat(300);

const TEXTS = {
  'a map with lists': `id: a\n# note\ntasks:\n  - id: one\n    with: {a: 1}\n  - id: two\n    text: |\n      ${LONG}\noutputs: {b: 2}\n`,
  'anchors and aliases across parts': 'a: &x {b: 1}\ntasks:\n  - *x\n  - <<: *x\n',
  'duplicate and broken parts': 'id: a\nid: b\ntasks:\n  - id: "open\n  - id: two\n',
  'JSON, which has no parts': '{"id": "a", "tasks": [{"id": "one"}]}',
  'a list': '- a\n- b\n',
  'several documents': 'a: 1\n---\nb: 2\n',
  'a list item that is none': 'tasks:\n  - a\n  - b\n - c\n',
  'too many nodes': `tasks:\n${'  - [a, a, a, a, a, a, a, a, a, a]\n'.repeat(5000)}`,
  'only a comment': '# nothing\n',
  nothing: '',
  'no text at all': 'a: \0',
  'a byte order mark and carriage returns': '\uFEFFid: a\r\ntasks:\r\n  - id: one\r\n',
} satisfies Record<string, string>;

test.each(Object.entries(TEXTS))('reads %s as reading it whole does', (_, text) => {
  const parts = structuredClone([...readParts(text)]);
  expect(joinParts(text, parts)).toEqual(parseSyntax(text));
});

test('what was joined is read again only where an edit touches it', () => {
  const text = TEXTS['a map with lists'];
  const syntax = joinParts(text, structuredClone([...readParts(text)]));
  const at = text.indexOf('two');
  const edits = [{ start: at, end: at + 3, text: 'three' }];
  const next = text.replace('two', 'three');
  const after = parseSyntax(next, { syntax, edits });
  expect(after).toEqual(parseSyntax(next));
});

test('each part reports how much text it holds', () => {
  const text = TEXTS['a map with lists'];
  const parts = [...readParts(text)];
  expect(parts.length).toBe(5);
  expect(parts.every(({ isWhole }) => !isWhole)).toBe(true);
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(text.length);
  expect([...readParts('{"a": 1}')].map(({ isWhole, length }) => ({ isWhole, length }))).toEqual([
    { isWhole: true, length: 8 },
  ]);
});

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
