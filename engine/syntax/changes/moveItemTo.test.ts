import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Data, isDataMap } from '../../base/index.ts';
import { documents } from '../../testing/documents.ts';
import { numRuns } from '../../testing/index.ts';
import { yaml } from '../../testing/yaml.ts';
import { applyEdits, invertEdits, type Path } from '../../text/index.ts';
import { type ItemMove, moveItemTo, parseSyntax, toNodeData } from '../index.ts';
import { equalData, isList } from '../writing/formatData.ts';

function moved(text: string, move: ItemMove): string {
  const result = moveItemTo(parseSyntax(text), move);
  if (!result.ok) expect.fail(`${result.error.code}: ${result.error.message}`);
  const after = applyEdits(text, result.value);
  expect(applyEdits(after, invertEdits(text, result.value))).toBe(text);
  return after;
}

const text = yaml`
  # all of it
  tasks:
    # first
    - id: a   # beside
      note: |
        one

        two
      # the last of a
    - id: box
      type: parallel
      tasks:
          - id: in   # inner
            # within
            name: "In"

          # second
          - id: out

    - id: z
  `;

describe('moveItemTo', () => {
  test('takes an item with its comments into a list further in', () => {
    expect(moved(text, { from: ['tasks', 0], list: ['tasks', 1, 'tasks'], index: 1 })).toBe(yaml`
      # all of it
      tasks:
        - id: box
          type: parallel
          tasks:
              - id: in   # inner
                # within
                name: "In"

              # first
              - id: a   # beside
                note: |
                  one

                  two
                # the last of a

              # second
              - id: out

        - id: z
    `);
  });

  test('takes an item out into the list around it', () => {
    expect(moved(text, { from: ['tasks', 1, 'tasks', 0], list: ['tasks'], index: 2 })).toBe(yaml`
      # all of it
      tasks:
        # first
        - id: a   # beside
          note: |
            one

            two
          # the last of a
        - id: box
          type: parallel
          tasks:
              # second
              - id: out

        - id: in   # inner
          # within
          name: "In"

        - id: z
    `);
  });

  test.each<[string, string, ItemMove, string]>([
    [
      'makes the list, in front of the key named',
      'tasks:\n- id: a # c\n- id: b\n  on_success: {next: a}\n',
      { from: ['tasks', 0], list: ['tasks', 1, 'tasks'], index: 0, before: 'on_success' },
      'tasks:\n- id: b\n  tasks:\n  - id: a # c\n  on_success: {next: a}\n',
    ],
    [
      'fills a list written empty, and leaves one',
      'a:\n  # x\n  - 1 # y\nb: [] # z\n',
      { from: ['a', 0], list: ['b'], index: 5 },
      'a: []\nb: # z\n  # x\n  - 1 # y\n',
    ],
    [
      'keeps what is in brackets as it is written',
      'a: [{x:   1}, y]\nb:\n- z\n',
      { from: ['a', 0], list: ['b'], index: 1 },
      'a: [y]\nb:\n- z\n- {x:   1}\n',
    ],
    [
      'writes values between brackets',
      'a: ["x",   z]\nb:\n- y: 1\n- z\n',
      { from: ['b', 0], list: ['a'], index: 1 },
      'a: ["x",   {y: 1}, z]\nb:\n- z\n',
    ],
    [
      'moves within one list',
      'a:\n- 1 # one\n- 2\n- 3\n',
      { from: ['a', 0], list: ['a'], index: 2 },
      'a:\n- 2\n- 1 # one\n- 3\n',
    ],
    [
      'keeps line ends and the missing last one',
      'a:\r\n- 1\r\n- 2\r\nb:\r\n    - c: |+\r\n        x\r\n\r\n    - 5',
      { from: ['b', 0], list: ['a'], index: 0 },
      'a:\r\n- c: |+\r\n    x\r\n\r\n- 1\r\n- 2\r\nb:\r\n    - 5',
    ],
    [
      'takes an alias along behind its anchor',
      'a: &a 1\nb:\n- *a\n- 2\nc:\n- 3\n',
      { from: ['b', 0], list: ['c'], index: 0 },
      'a: &a 1\nb:\n- 2\nc:\n- *a\n- 3\n',
    ],
    [
      'takes an anchor along in front of its alias',
      'b:\n- x: &a 1\n- 2\nc:\n- 3\n- *a\n',
      { from: ['b', 0], list: ['c'], index: 1 },
      'b:\n- 2\nc:\n- 3\n- x: &a 1\n- *a\n',
    ],
  ])('%s', (_, before, move, after) => {
    expect(moved(before, move)).toBe(after);
  });

  test.each<[string, string, ItemMove, string]>([
    ['into itself', text, { from: ['tasks', 1], list: ['tasks', 1, 'tasks'], index: 0 }, 'INTO_ITSELF'],
    ['of no item', text, { from: ['tasks'], list: ['tasks'], index: 0 }, 'UNKNOWN_PATH'],
    ['of an item that is not there', text, { from: ['tasks', 9], list: ['x'], index: 0 }, 'UNKNOWN_PATH'],
    ['into no list', 'a: [1]\nb: 2\n', { from: ['a', 0], list: ['b'], index: 0 }, 'NOT_A_LIST'],
    ['through an alias', 'c: &c [3]\na: [1]\nb: *c\n', { from: ['a', 0], list: ['b'], index: 0 }, 'ALIAS_SHARED'],
    ['before the anchor', 'a: [1]\nb: &b 1\nc:\n- *b\n', { from: ['c', 0], list: ['a'], index: 0 }, 'ALIAS_BROKEN'],
    ['behind the alias', 'a:\n- &b 1\nc: *b\nd: [2]\n', { from: ['a', 0], list: ['d'], index: 0 }, 'ALIAS_BROKEN'],
    ['of comments into brackets', 'a:\n- 1 # c\nb: [2]\n', { from: ['a', 0], list: ['b'], index: 0 }, 'COMMENT_LOST'],
  ])('is refused %s', (_, before, move, code) => {
    expect(moveItemTo(parseSyntax(before), move)).toMatchObject({ ok: false, error: { code } });
  });
});

function listsOf(value: Data, path: Path = []): { path: Path; items: readonly Data[] }[] {
  if (isDataMap(value)) return [...value].flatMap(([key, held]) => listsOf(held, [...path, key]));
  if (!isList(value)) return [];
  return [{ path, items: value }, ...value.flatMap((held, index) => listsOf(held, [...path, index]))];
}

function commentsOf(text: string): string[] {
  return (text.match(/# (?:one|beside|above|detached)/g) ?? []).sort();
}

function sortedWords(value: Data): string {
  return JSON.stringify(value, (_, held) => (held instanceof Map ? [...held] : held))
    .replace(/[[\],]+/g, ' ')
    .split(' ')
    .sort()
    .join(' ');
}

test('a move of any item anywhere keeps every value and every comment, and can be taken back', () => {
  let tried = 0;
  let refused = 0;
  fc.assert(
    fc.property(documents, fc.nat(), fc.nat(), (before, a, b) => {
      const syntax = parseSyntax(before);
      fc.pre(syntax.errors.every(({ severity }) => severity !== 'error'));
      const whole = toNodeData(syntax.root);
      const lists = listsOf(whole);
      const sources = lists.filter(({ items }) => items.length > 0);
      const source = sources[a % sources.length];
      const target = lists[b % lists.length];
      fc.pre(source !== undefined && target !== undefined);
      const index = a % source.items.length;
      const move = { from: [...source.path, index], list: target.path, index: b % (target.items.length + 1) };
      const result = moveItemTo(syntax, move);
      const context = JSON.stringify([before, move, result]);
      tried += 1;
      if (!result.ok) {
        refused += 1;
        // Blank lines that a text block keeps (`|+`) may leave no way to write it.
        const allowed = ['INTO_ITSELF', 'COMMENT_LOST', ...(before.includes('|+') ? ['SYNTAX_ERROR'] : [])];
        expect(allowed, context).toContain(result.error.code);
        return;
      }
      const after = applyEdits(before, result.value);
      const now = parseSyntax(after);
      expect(
        now.errors.filter(({ severity }) => severity === 'error'),
        context,
      ).toEqual([]);
      expect(sortedWords(toNodeData(now.root)), context).toBe(sortedWords(whole));
      expect(commentsOf(after), context).toEqual(commentsOf(before));
      expect(applyEdits(after, invertEdits(before, result.value)), context).toBe(before);
      const there = listsOf(toNodeData(now.root)).some(({ items }) =>
        items.some((item) => equalData(item, source.items[index])),
      );
      expect(there, context).toBe(true);
    }),
    { numRuns: numRuns(80, 300) },
  );
  expect(refused).toBeLessThan(tried);
});
