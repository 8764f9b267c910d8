import { describe, expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { yaml } from '../../testing/yaml.ts';
import { applyEdits, type TextEdit } from '../../text/index.ts';
import { entryOf, findNode, findRange, originOf, parseSyntax, pathAt, toNodeData } from '../index.ts';

function problemsOf(text: string) {
  return parseSyntax(text).errors.map(({ code, range, path }) => [
    code,
    text.slice(range.start, range.end),
    path.join('.'),
  ]);
}

function dataOf(text: string) {
  return toJson(toNodeData(parseSyntax(text).root));
}

describe('problems', () => {
  test.each([
    ['a: 1\na: 2\n', [['DUPLICATE_KEY', 'a', 'a']]],
    ['a:\n\tb: 1\n', [['TAB_INDENT', '\t', '']]],
    ['a: 1\n---\nb: 2\n', [['MULTIPLE_DOCUMENTS', '---', '']]],
    ['a: !!binary x\n', [['UNSUPPORTED_TAG', '!!binary', 'a']]],
    ['a: *b\n', [['ALIAS_UNKNOWN', '*b', 'a']]],
    ['a: {[b]: 1}\n', [['COMPLEX_KEY', '[b]', 'a.[b]']]],
    ['a: "x\u0001"\n', [['BINARY_FILE', '\u0001', 'a']]],
    ['- a\n', [['NOT_A_MAP', '-', '0']]],
    ['# nothing\n', [['EMPTY_DOCUMENT', '', '']]],
    ['b: &b {x: 1}\na:\n  <<: *b\n', [['MERGE_KEY', '<<', 'a.<<']]],
    ['a: "open\nb: 1\n', [['SYNTAX_ERROR', '"open', 'a']]],
  ])('of %j have a code, a place and a path', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test.each([
    ['a: 1\nb: 2\na: 3\na: 4\n', ['line 1, column 1', 'line 1, column 1']],
    ['tasks:\n  - id: a\n    type: basic\n    id: b\n', ['line 2, column 5']],
    ['x: 1\r\ny: {"k": 1, n: {k: 1}, k: 2}\r\n', ['line 2, column 5']],
    ['tasks:\n  - { id: a }\n  - id: b\n    tasks:\n      - { n: 1, id: c,\n          n: 2 }\n', ['line 5, column 11']],
  ])('of a key that is there twice names where it is first: %j', (text, places) => {
    const messages = parseSyntax(text).errors.map(({ message }) => message);
    expect(messages.map((message) => /in (line \d+, column \d+);/.exec(message)?.[1])).toEqual(places);
    // The same after an edit that moves both of them.
    const edits = [{ start: 0, end: 0, text: '# more\n\n' }];
    const moved = parseSyntax(`# more\n\n${text}`, { syntax: parseSyntax(text), edits });
    expect(moved.errors.map(({ message }) => message)).toEqual(
      messages.map((message) => message.replace(/line (\d+)/, (_, line) => `line ${Number(line) + 2}`)),
    );
  });

  test.each([
    ['a: {{ x }} # c\n', 'a: "{{ x }}" # c\n'],
    ['a:\n  - {{ t["x: y"] }} and more\n', 'a:\n  - "{{ t[\\"x: y\\"] }} and more"\n'],
    ['a: [{{ x }}, b]\n', 'a: ["{{ x }}", b]\n'],
    ['a: {{ x\nb: 1\n', 'a: "{{ x"\nb: 1\n'],
    ['a: !foo x\n', 'a: x\n'],
  ])('of %j are repaired by their fix', (text, fixed) => {
    const [problem] = parseSyntax(text).errors;
    expect(applyEdits(text, problem?.fixes?.[0]?.edits ?? [])).toBe(fixed);
    expect(problemsOf(fixed)).toEqual([]);
  });

  test('leave the text around them readable', () => {
    expect(dataOf('tasks:\n  - id: a\n    x: "open\n  - id: b\nstart: a\nfoo\n')).toEqual({
      tasks: [{ id: 'a', x: 'open' }, { id: 'b' }],
      start: 'a',
      foo: null,
    });
  });
});

describe('values', () => {
  test('follow the core schema of YAML 1.2', () => {
    expect(dataOf('[yes, on, true, ~, 0x1F, 0o17, 017, 1e3, 1_000, .5, "1", 12:30, 2024-01-01, null]')).toEqual([
      'yes',
      'on',
      true,
      null,
      31,
      15,
      17,
      1000,
      '1_000',
      0.5,
      '1',
      '12:30',
      '2024-01-01',
      null,
    ]);
  });

  test('merge what << brings in behind own keys', () => {
    const text = 'a: &a {x: 1, y: 2}\nb:\n  <<: [*a, {z: 3}]\n  x: 9\n';
    expect(dataOf(text)).toEqual({ a: { x: 1, y: 2 }, b: { x: 9, y: 2, z: 3 } });
    const map = findNode(parseSyntax(text), ['b']);
    expect(map?.kind === 'map' && entryOf(map, 'y')?.value).toMatchObject({ value: 2 });
  });

  test('keep the order of keys, the text of keys, and the first of two', () => {
    const data = toNodeData(parseSyntax('2: a\n1: b\ntrue: c\n~: d\n1: e\n').root);
    expect(data instanceof Map && [...data]).toEqual([
      ['2', 'a'],
      ['1', 'b'],
      ['true', 'c'],
      ['~', 'd'],
    ]);
  });
});

const text = yaml`
  tasks:
    - id: a # first
      with: {x: 1}
    - id: b
      note: |
        one
        two
`;

describe('places', () => {
  const syntax = parseSyntax(text);
  const slice = (path: (string | number)[], part: 'entry' | 'key' | 'value') => {
    const range = findRange(syntax, path, part);
    return text.slice(range.start, range.end);
  };

  test('are found by path and part', () => {
    expect(slice(['tasks', 0, 'with', 'x'], 'entry')).toBe('x: 1');
    expect(slice(['tasks', 1, 'note'], 'key')).toBe('note');
    expect(slice(['tasks', 1, 'note'], 'value')).toBe('|\n      one\n      two');
    expect(slice(['tasks', 0], 'entry')).toBe('- id: a # first\n    with: {x: 1}');
  });

  test('that are missing fall back to the nearest that is there', () => {
    expect(slice(['tasks', 0, 'with', 'z', 'q'], 'value')).toBe('with');
    expect(slice(['tasks', 1, 'type'], 'value')).toBe('- id: b');
    expect(findRange(parseSyntax('# c\n'), ['tasks'], 'entry')).toEqual({ start: 0, end: 0 });
  });

  test('lead back to their path', () => {
    expect(pathAt(syntax, text.indexOf('x: 1'))).toEqual(['tasks', 0, 'with', 'x']);
    expect(pathAt(syntax, text.indexOf('two'))).toEqual(['tasks', 1, 'note']);
    expect(pathAt(syntax, text.indexOf('# first'))).toEqual(['tasks', 0]);
  });
});

test('an edit keeps the origin and data of every other item', () => {
  const before = parseSyntax(text);
  const edits: TextEdit[] = [{ start: text.indexOf('x: 1'), end: text.indexOf('x: 1') + 1, text: 'longer' }];
  const after = parseSyntax(applyEdits(text, edits), { syntax: before, edits });
  const a = findNode(before, ['tasks', 0]);
  const b = findNode(before, ['tasks', 1]);
  const changed = findNode(after, ['tasks', 0]);
  const kept = findNode(after, ['tasks', 1]);
  if (!a || !b || !changed || !kept) throw new Error('Four tasks expected.');
  expect(originOf(kept)).toBe(originOf(b));
  expect(toNodeData(kept)).toBe(toNodeData(b));
  expect(kept.start).toBe(b.start + 5);
  expect(originOf(changed)).not.toBe(originOf(a));
});
