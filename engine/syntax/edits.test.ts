import { describe, expect, test } from 'vitest';
import { type Data, type Json, type Result, toData } from '../base/index.ts';
import { yaml } from '../testing/yaml.ts';
import { applyEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';
import {
  composeSteps,
  insertItem,
  insertSource,
  moveItem,
  parseSyntax,
  removeAt,
  renameKey,
  type Syntax,
  setValue,
} from './index.ts';

type Builder = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

function edited(text: string, build: Builder): string {
  const result = build(parseSyntax(text));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return applyEdits(text, result.value);
}

const set =
  (path: Path, value: Json): Builder =>
  (syntax) =>
    setValue(syntax, path, toData(value));
const put =
  (path: Path, index: number, value: Json): Builder =>
  (syntax) =>
    insertItem(syntax, path, index, toData(value));
const remove =
  (...path: Path): Builder =>
  (syntax) =>
    removeAt(syntax, path);
const prune =
  (...path: Path): Builder =>
  (syntax) =>
    removeAt(syntax, path, { pruneEmpty: true });
const move =
  (path: Path, from: number, to: number): Builder =>
  (syntax) =>
    moveItem(syntax, path, from, to);

describe('setValue', () => {
  test.each<[string, string, Builder, string]>([
    ['keeps quotes and the comment beside', 'a: "x" # c\n', set(['a'], 'y'), 'a: "y" # c\n'],
    ['quotes plain text that needs it', 'a: x\n', set(['a'], 'y: z'), 'a: "y: z"\n'],
    ['uses the quotes of its neighbours', "a: x\nb: 'q: r'\n", set(['a'], 'y: z'), "a: 'y: z'\nb: 'q: r'\n"],
    ['always double-quotes a template', "a: 'x'\nb: 'y'\n", set(['a'], '{{ t }}'), 'a: "{{ t }}"\nb: \'y\'\n'],
    ['fills an empty value in front of its comment', 'a: # c\nb: 1\n', set(['a'], 5), 'a: 5 # c\nb: 1\n'],
    ['fills an empty value at the end of a text', 'a:', set(['a'], 'x'), 'a: x'],
    ['turns a value into lines below its comment', 'a: 1 # c\nb: 2\n', set(['a'], { x: 1 }), 'a: # c\n  x: 1\nb: 2\n'],
    ['turns lines into a value', 'a: # c\n    x: 1\n    y: 2\nb: 2\n', set(['a'], 3), 'a: 3 # c\nb: 2\n'],
    [
      'changes only the keys that differ',
      'a:\n  # one\n  x: 1 # c\n  y: 2\n',
      set(['a'], { x: 1, y: 3, z: [] }),
      'a:\n  # one\n  x: 1 # c\n  y: 3\n  z: []\n',
    ],
    [
      'changes only the items that differ',
      'a:\n- 1 # one\n- 2\n- 3 # three\n',
      set(['a'], [1, 3]),
      'a:\n- 1 # one\n- 3 # three\n',
    ],
    [
      'takes no blank line from below a list that loses a text block and what follows it',
      'a:\n  - - x\n\n    - |+\n      k\n\n    - y\n\n  - true\n',
      set(['a', 0], [[]]),
      'a:\n  - - []\n\n  - true\n',
    ],
    [
      'takes no blank line from below a map that loses a text block and the key below it',
      'a:\n  - x: |+\n    y: 1\n\nb: 1\n',
      set(['a', 0], { x: 2 }),
      'a:\n  - x: 2\n\nb: 1\n',
    ],
    [
      'writes in brackets inside brackets',
      'a: {b: 1, c: [x]}\n',
      set(['a', 'd'], { e: 'f, g' }),
      'a: {b: 1, c: [x], d: {e: "f, g"}}\n',
    ],
    ['writes lines in place of empty brackets', 'a: {} # c\n', set(['a', 'b'], [1]), 'a: # c\n  b:\n    - 1\n'],
    [
      'adds missing parents with the indent of the file',
      'x:\n    y: 1\na:\n',
      set(['a', 'b', 'c'], 1),
      'x:\n    y: 1\na:\n    b:\n        c: 1\n',
    ],
    [
      'does not indent lists where others are not',
      'x:\n- 1\n',
      set(['y'], [{ a: 1, b: 2 }]),
      'x:\n- 1\ny:\n- a: 1\n  b: 2\n',
    ],
    [
      'keeps CRLF and the missing last line break',
      'a: 1\r\nb:\r\n  c: 1',
      set(['b', 'd'], 2),
      'a: 1\r\nb:\r\n  c: 1\r\n  d: 2',
    ],
    ['keeps a byte order mark', '\ufeffa: 1\n', set(['b'], 2), '\ufeffa: 1\nb: 2\n'],
    [
      'keeps a text block a text block',
      'a: |\n  old {{ x }}\nb: 1\n',
      set(['a'], 'new\n{{ y }}\n'),
      'a: |\n  new\n  {{ y }}\nb: 1\n',
    ],
    ['writes lines of text as a text block', 'a: x # c\n', set(['a'], 'one\ntwo'), 'a: |- # c\n  one\n  two\n'],
    ['drops a tag that may not fit', 'a: !!str 12 # c\n', set(['a'], 5), 'a: 5 # c\n'],
    [
      'starts an empty document',
      '# only a comment',
      set(['tasks', 0, 'id'], 'a'),
      '# only a comment\ntasks:\n  - id: a\n',
    ],
    ['changes nothing for the same value', "a: 'x'   # c\n", set(['a'], 'x'), "a: 'x'   # c\n"],
  ])('%s', (_, text, build, expected) => {
    expect(edited(text, build)).toBe(expected);
  });

  test('puts a new key in front of another one', () => {
    const text = yaml`
      tasks:
        - id: a
          # where it goes
          on_success: {next: b}
    `;
    const value: Data = 'basic';
    expect(edited(text, (syntax) => setValue(syntax, ['tasks', 0, 'type'], value, { before: 'on_success' }))).toBe(yaml`
      tasks:
        - id: a
          type: basic
          # where it goes
          on_success: {next: b}
    `);
  });
});

const tasks = yaml`
  tasks:
    # first
    - id: a
      name: "A" # beside

    # second
    - id: b
      name: "B"

  # the end
`;

describe('items', () => {
  test('a new one looks like its neighbours, with a blank line between', () => {
    expect(edited(tasks, put(['tasks'], 1, { id: 'n', name: 'New' }))).toBe(yaml`
      tasks:
        # first
        - id: a
          name: "A" # beside

        - id: n
          name: "New"

        # second
        - id: b
          name: "B"

      # the end
    `);
  });

  test('what is pasted keeps its comments and gets the indent of the list', () => {
    const pasted = '- id: p # kept\n  code: |\n    x\n\n    y\n';
    expect(edited('tasks:\n- id: a\n', (syntax) => insertSource(syntax, ['tasks'], 1, pasted))).toBe(
      `tasks:\n- id: a\n${pasted}`,
    );
    expect(edited('tasks: []\n', (syntax) => insertSource(syntax, ['tasks'], 0, 'id: p\ntype: basic'))).toBe(
      'tasks:\n  - id: p\n    type: basic\n',
    );
  });

  test('what is pasted keeps the blank lines that belong to its text, and its neighbours keep theirs', () => {
    const pasted = '- t: |+\n    x\n\n';
    expect(edited('tasks:\n- id: a\n\n- id: b\n', (syntax) => insertSource(syntax, ['tasks'], 1, pasted))).toBe(
      'tasks:\n- id: a\n\n- t: |+\n    x\n\n- id: b\n',
    );
    expect(edited('tasks:\n- id: a\n\nx: 1\n', (syntax) => insertSource(syntax, ['tasks'], 1, pasted))).toBe(
      'tasks:\n- id: a\n- t: |+\n    x\n\nx: 1\n',
    );
  });

  test('several pasted into an empty list in brackets are several items', () => {
    expect(edited('a: {b: []}\n', (syntax) => insertSource(syntax, ['a', 'b'], 0, '- 1\n- 2\n'))).toBe(
      'a: {b: [1, 2]}\n',
    );
  });

  test('a move takes lines and comments along', () => {
    expect(edited(tasks, move(['tasks'], 1, 0))).toBe(yaml`
      tasks:
        # second
        - id: b
          name: "B"

        # first
        - id: a
          name: "A" # beside

      # the end
    `);
    expect(edited('a: [x, "y", z]\n', move(['a'], 0, 2))).toBe('a: ["y", z, x]\n');
  });

  test('a move to the end of a text without a last line break keeps the blank lines of a text block', () => {
    expect(edited('a:\n- |+\n  x\n\n- y', move(['a'], 0, 1))).toBe('a:\n- y\n- |+\n  x\n\n');
  });

  test('a text block that keeps its blank lines gets none where it is put between others', () => {
    expect(edited('a:\n- x\n\n- y\n- |+\n  z\n', move(['a'], 2, 0))).toBe('a:\n- |+\n  z\n- x\n\n- y\n');
    expect(edited('a:\n- x\n\n- y\n', (syntax) => insertSource(syntax, ['a'], 1, '- |+\n  z\n'))).toBe(
      'a:\n- x\n\n- |+\n  z\n- y\n',
    );
  });
});

describe('removeAt', () => {
  test.each<[string, string, Builder, string]>([
    [
      'takes the lines with their comments',
      'a: 1\n# above\nb: 2 # beside\nc: 3\n',
      remove('b'),
      'a: 1\n# above\nc: 3\n',
    ],
    ['leaves the dash to the next key', '- id: a # c\n  b: 1\n', remove(0, 'id'), '- b: 1\n'],
    ['writes a map empty', 'a:\n  b: 1\nc: 2\n', remove('a', 'b'), 'a: {}\nc: 2\n'],
    ['takes empty maps along when asked', 'a:\n  b:\n    c: 1\nd: 2\n', prune('a', 'b', 'c'), 'd: 2\n'],
    ['writes a list empty', 'a:\n- 1\n', remove('a', 0), 'a: []\n'],
    ['takes one comma along', 'a: [x, y, z]\n', remove('a', 1), 'a: [x, z]\n'],
    ['takes the comma before the last', 'a: {x: 1, y: 2}\n', remove('a', 'y'), 'a: {x: 1}\n'],
    ['closes the gap between items', 'a:\n- 1\n\n- 2\n\n- 3\n', remove('a', 1), 'a:\n- 1\n\n- 3\n'],
    ['keeps the missing last line break', 'a: 1\nb: 2', remove('b'), 'a: 1'],
  ])('%s', (_, text, build, expected) => {
    expect(edited(text, build)).toBe(expected);
  });
});

describe('renameKey', () => {
  test('keeps the quotes of the key and refuses one that is there', () => {
    expect(edited('"a": 1 # c\n', (syntax) => renameKey(syntax, ['a'], 'b'))).toBe('"b": 1 # c\n');
    expect(edited('routes:\n  true: x\n', (syntax) => renameKey(syntax, ['routes', 'true'], 'on: off'))).toBe(
      'routes:\n  "on: off": x\n',
    );
    expect(renameKey(parseSyntax('a: 1\nb: 2\n'), ['a'], 'b')).toMatchObject({
      ok: false,
      error: { code: 'DUPLICATE_KEY', subject: 'b' },
    });
  });
});

describe('edits around aliases', () => {
  const text = 'base: &base\n  retries: 3\na: *base\nb: 1\n';
  test.each<[string, Builder, string]>([
    ['through an alias', set(['a', 'retries'], 4), 'ALIAS_SHARED'],
    ['that remove an anchor in use', remove('base'), 'ALIAS_BROKEN'],
    ['of what is not there', remove('c'), 'UNKNOWN_PATH'],
    ['into a scalar', set(['b', 'c'], 1), 'NOT_A_MAP'],
    ['of items of no list', put(['b'], 0, 1), 'NOT_A_LIST'],
  ])('%s are refused', (_, build, code) => {
    expect(build(parseSyntax(text))).toMatchObject({ ok: false, error: { code } });
  });

  test('that move an alias before its anchor are refused', () => {
    expect(moveItem(parseSyntax('- &a 1\n- *a\n'), [], 1, 0)).toMatchObject({
      ok: false,
      error: { code: 'ALIAS_BROKEN' },
    });
  });

  test('elsewhere, or of the alias itself, go through', () => {
    expect(edited(text, set(['b'], 2))).toBe(text.replace('b: 1', 'b: 2'));
    expect(edited(text, set(['base', 'retries'], 5))).toBe(text.replace('3', '5'));
    expect(edited(text, set(['a'], 'x'))).toBe(text.replace('*base', 'x'));
  });
});

test('steps on one text become one list of edits, and the first refusal stops them', () => {
  const text = 'a: 1\nb: 2\n';
  const build: Builder = (syntax) => composeSteps(syntax, [set(['a'], 'x'), remove('b'), set(['c'], 3), set(['a'], 1)]);
  expect(edited(text, build)).toBe('a: 1\nc: 3\n');
  expect(composeSteps(parseSyntax(text), [set(['a'], 2), remove('z')])).toMatchObject({
    ok: false,
    error: { code: 'UNKNOWN_PATH' },
  });
});
