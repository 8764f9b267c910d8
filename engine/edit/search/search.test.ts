import { beforeAll, describe, expect, it, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { applyEdits } from '../../text/index.ts';
import { nameOwner, placeOf } from './placeOf.ts';
import { replaceFound } from './replaceFound.ts';
import { readQuery, replacementOf, type SearchQuery, searchPart, type TextMatch } from './searchText.ts';

beforeAll(loadPatterns);

const QUERY: SearchQuery = { text: '', matchesCase: false, isWholeWord: false, isPattern: false };

function find(text: string, query: Partial<SearchQuery>): readonly TextMatch[] {
  const search = readQuery({ ...QUERY, ...query });
  if (!search.ok) throw new Error(search.error);
  return searchPart(text, search.value).matches;
}

function found(text: string, query: Partial<SearchQuery>): string[] {
  return find(text, query).map(({ start, end }) => text.slice(start, end));
}

function replace(text: string, query: Partial<SearchQuery>, by: string): string {
  const full = { ...QUERY, ...query };
  const edits = find(text, query).map((match) => ({
    start: match.start,
    end: match.end,
    text: replacementOf(full, by, match),
  }));
  const result = replaceFound(parseSyntax(text), 'a.yaml', edits);
  return result.ok ? applyEdits(text, result.value) : `refused: ${result.error.message}`;
}

describe('a search', () => {
  it('finds text in any case, or as it is written', () => {
    expect(found('Fetch\nfetch\nFETCH', { text: 'fetch' })).toEqual(['Fetch', 'fetch', 'FETCH']);
    expect(found('Fetch\nfetch\nFETCH', { text: 'fetch', matchesCase: true })).toEqual(['fetch']);
  });

  it('takes signs of expressions as they are', () => {
    expect(found('a.b a-b {{ a }} [a] a/b', { text: '{{ a }} [a] a/b' })).toEqual(['{{ a }} [a] a/b']);
    expect(found('a-b axb', { text: 'a-b' })).toEqual(['a-b']);
  });

  it('finds whole words, of all letters there are', () => {
    expect(found('über überall über_1 (über)', { text: 'über', isWholeWord: true })).toEqual(['über', 'über']);
    expect(found('{{ tasks.a }} aa', { text: 'a', isWholeWord: true })).toEqual(['a']);
    expect(find('aaa a', { text: 'a', isWholeWord: true })).toMatchObject([{ start: 4 }]);
  });

  it('finds patterns line by line, without empty ones, in linear time', () => {
    expect(found('id: a1\nid: b22\n', { text: '^id: \\w\\d+$', isPattern: true })).toEqual(['id: a1', 'id: b22']);
    expect(found('bab', { text: 'a*', isPattern: true })).toEqual(['a']);
    expect(found(`${'a'.repeat(5_000)}b`, { text: '(a+)+$', isPattern: true })).toEqual([]);
  });

  it('says why a pattern cannot be read', () => {
    expect(readQuery({ ...QUERY, text: '(', isPattern: true }).ok).toBe(false);
  });

  it('goes on where it paused, and never inside a line', () => {
    const text = 'one a\r\ntwo a\r\nthree a';
    const search = readQuery({ ...QUERY, text: 'a' });
    if (!search.ok) throw new Error(search.error);
    const first = searchPart(text, search.value, { size: 3 });
    expect(first).toMatchObject({ matches: [{ start: 4 }], next: 7 });
    const rest = searchPart(text, search.value, { from: first.next ?? 0 });
    expect(rest).toMatchObject({ matches: [{ start: 11 }, { start: 20 }], next: null });
    expect(found('x\r\n', { text: '\\r', isPattern: true })).toEqual([]);
  });
});

const TEXT = `name: Daily
tasks:
  - id: group # a note
    type: composite
    tasks:
      - id: call
        name: Ask twice
        type: basic
        with: { prompt: "Say hello" }
agents:
  - id: writer
    instructions: hello
`;

describe('the place of a match', () => {
  it.each([
    ['Daily', 'workflow', null, 'name', 'value'],
    ['a note', 'task', 'group', 'id', 'note'],
    ['composite', 'task', 'group', 'type', 'value'],
    ['Ask', 'task', 'call', 'name', 'value'],
    ['prompt', 'task', 'call', 'with.prompt', 'key'],
    ['Say', 'task', 'call', 'with.prompt', 'value'],
    ['instructions', 'agent', 'writer', 'instructions', 'key'],
  ])('of “%s” is a %s, %s, its field %s (%s)', (text, kind, id, field, part) => {
    const syntax = parseSyntax(TEXT);
    const start = TEXT.indexOf(text);
    const place = placeOf(syntax, { start, end: start + text.length });
    expect(nameOwner(syntax, place.owner)).toMatchObject({ kind, id });
    expect(place.part).toBe(part);
    if (part !== 'note') expect(place.field.join('.')).toBe(field);
  });
});

describe('a replacement', () => {
  it('changes what was found and keeps all else', () => {
    expect(replace(TEXT, { text: 'hello' }, 'good day')).toBe(TEXT.replaceAll('hello', 'good day'));
    expect(replace('a: x # x\nb: [x, x]\n', { text: 'x' }, 'y')).toBe('a: y # y\nb: [y, y]\n');
  });

  it('uses the groups of a pattern', () => {
    expect(replace('a: get_user\n', { text: 'get_(\\w+)', isPattern: true }, '$1.load $$ $&')).toBe(
      'a: user.load $ get_user\n',
    );
  });

  it('escapes what quotes ask for', () => {
    expect(replace(`a: 'x'\nb: "x"\n`, { text: 'x' }, `it's "so" \\`)).toBe(
      `a: 'it''s "so" \\'\nb: "it's \\"so\\" \\\\"\n`,
    );
  });

  it.each([
    ['a: x y\n', 'b: c', 'a: "b: c y"\n'],
    ['a: y x\n', '#c', 'a: "y #c"\n'],
    ['a: [x, z]\n', 'b, c', 'a: ["b, c", z]\n'],
    ['a: x\n', 'true', 'a: "true"\n'],
    ['a: x\n', '12', 'a: "12"\n'],
    ['a: x\n', '', 'a: ""\n'],
    ['x: 1\n', 'b: c', '"b: c": 1\n'],
    ['a: x and x\n', '- x:', 'a: "- x: and - x:"\n'],
  ])('gives quotes to what would be read otherwise: %j by %j', (text, by, after) => {
    expect(replace(text, { text: 'x' }, by)).toBe(after);
  });

  it('makes a number another number, and a boolean another', () => {
    expect(replace('a: 3\nb: false\n', { text: '3' }, '5')).toBe('a: 5\nb: false\n');
    expect(replace('a: 3\nb: false\n', { text: 'false' }, 'true')).toBe('a: 3\nb: true\n');
  });

  it('is refused where the file could not be read any more', () => {
    expect(replace('a: [1, 2]\n', { text: '[' }, '{')).toMatch(/^refused: .*line \d/);
    expect(replace('a: 1\nb: 2\n', { text: 'b' }, 'a')).toMatch(/^refused/);
  });

  it('is refused where other parts would come of it', () => {
    expect(replace('a: 1 # b\n', { text: 'a: 1 #' }, 'c')).toMatch(/^refused/);
    expect(replace('a:\n  - 1\n  - 2\n', { text: '- 2' }, '# 2')).toMatch(/^refused/);
  });

  it('still works in a text that is broken elsewhere', () => {
    expect(replace('a: x\nb: [\n', { text: 'x' }, 'y')).toBe('a: y\nb: [\n');
  });
});

test('a large text is searched to its end', () => {
  const text = `tasks:\n${Array.from({ length: 10_000 }, (_, n) => `  - id: t${n}\n    type: basic\n    name: Task ${n}\n`).join('')}`;
  expect(find(text, { text: 'Task 9999' })).toHaveLength(1);
  expect(find(text, { text: 'name' })).toHaveLength(10_000);
});
