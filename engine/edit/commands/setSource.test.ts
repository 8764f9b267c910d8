import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { findSourceProblem, readSource, setSource } from './setSource.ts';

const text = yaml`
  tasks:
    - id: a # first
      type: basic
      with:
        # the ticket
        x: 1
        list: [a, b]
    - id: b
      type: basic
`;
const at = ['tasks', 0, 'with'];

test('reads a part as it is written', () => {
  const { syntax } = analyze('t', text);
  expect(readSource(syntax, at)).toBe('x: 1\nlist: [a, b]');
  expect(readSource(syntax, ['tasks', 1])).toBe('id: b\ntype: basic');
  expect(readSource(syntax, ['tasks', 0, 'config'])).toBe('');
});

test('writes a part with comments and style', () => {
  expect(
    editText(text, (it) => setSource(it, { path: at, yaml: 'x: 1 # one\ny: "2"\nlist:\n  - c\n' })).text,
  ).toBe(yaml`
    tasks:
      - id: a # first
        type: basic
        with:
          # the ticket
          x: 1 # one
          y: "2"
          list:
            - c
      - id: b
        type: basic
  `);
});

test('writes a part of another kind, and one that was not there', () => {
  expect(editText(text, (it) => setSource(it, { path: [...at, 'list'], yaml: 'k:\n  - 1' })).text).toContain(
    '      list: {k: [1]}\n',
  );
  expect(editText(text, (it) => setSource(it, { path: ['tasks', 1, 'config'], yaml: 'timeout: 5s' })).text).toBe(
    `${text}    config:\n      timeout: 5s\n`,
  );
});

test('empty text removes the part', () => {
  expect(editText(text, (it) => setSource(it, { path: [...at, 'list'], yaml: ' \n' })).text).toBe(
    text.replace('      list: [a, b]\n', ''),
  );
});

test('YAML that cannot be read is refused', () => {
  expect(refusalOf(text, (it) => setSource(it, { path: at, yaml: 'x: [' }))).toBe('SYNTAX_ERROR');
});

test.each([
  ['a single value', ['tasks', 0, 'with', 'x'], 'green', 'x: 1', 'x: green'],
  ['a list', ['tasks', 0, 'with', 'list'], '[a, c]', '[a, b]', '[a, c]'],
  ['a text in quotes', ['tasks', 0, 'with', 'x'], '"{{ input.n }}"', 'x: 1', 'x: "{{ input.n }}"'],
])('writes %s', (_, path, source, before, after) => {
  expect(findSourceProblem(source)).toBeNull();
  expect(editText(text, (it) => setSource(it, { path, yaml: source })).text).toBe(text.replace(before, after));
});

test('reports what is wrong with YAML that cannot be a part', () => {
  expect(findSourceProblem('a: [')).toMatchObject({ severity: 'error' });
  expect(findSourceProblem('a: 1\n---\nb: 2')).toMatchObject({ code: 'MULTIPLE_DOCUMENTS' });
});
