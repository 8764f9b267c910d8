import { expect, test } from 'vitest';
import { joinParts, parseSyntax, readParts } from '../index.ts';

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
