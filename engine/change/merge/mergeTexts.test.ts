import { describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { resolve } from './MergeConflict.ts';
import { mergeTexts } from './mergeTexts.ts';

const BASE = yaml`
  # A flow.
  name: Flow

  tasks:
    - id: fetch   # from the shop
      type: basic
      use: core:http
      with: { url: 'https://a.example', method: GET }
      on_success: { next: tell }

    # Tells it.
    - id: tell
      type: basic
      use: core:log
      with:
        message: Done
        level: info
`;

function merged(ours: string, theirs: string, base = BASE): string {
  const merge = mergeTexts({ base, ours, theirs });
  expect(merge.conflicts.map(({ message }) => message)).toEqual([]);
  const other = mergeTexts({ base, ours: theirs, theirs: ours });
  expect(other.conflicts).toEqual([]);
  return merge.text;
}

describe('what does not touch the same value', () => {
  test('neighbouring fields, in brackets and in lines', () => {
    const ours = BASE.replace('a.example', 'b.example').replace('Done', 'Ready');
    const theirs = BASE.replace('GET', 'POST').replace('info', 'warn # loud');
    expect(merged(ours, theirs)).toBe(
      BASE.replace('a.example', 'b.example')
        .replace('Done', 'Ready')
        .replace('GET', 'POST')
        .replace('info', 'warn # loud'),
    );
  });

  test('tasks that both add at one place', () => {
    const ours = `${BASE}\n  # Ours.\n  - id: x\n    type: map\n`;
    const theirs = `${BASE}\n  - { id: y, type: map } # theirs\n  # done\n`;
    expect(merged(ours, theirs)).toBe(
      `${BASE}\n  # Ours.\n  - id: x\n    type: map\n\n  - { id: y, type: map } # theirs\n  # done\n`,
    );
  });

  test('keys that both add to one task', () => {
    const ours = BASE.replace(
      'level: info\n',
      'level: info\n    retry: { attempts: 2, backoff: fixed, interval: 1s }\n',
    );
    const theirs = BASE.replace('level: info\n', 'level: info\n    # later\n    on_error:\n      next: fetch\n');
    expect(merged(ours, theirs)).toBe(
      BASE.replace(
        'level: info\n',
        'level: info\n    retry: { attempts: 2, backoff: fixed, interval: 1s }\n    # later\n    on_error:\n      next: fetch\n',
      ),
    );
  });

  test('a task removed, another changed, a third moved', () => {
    const third = `${BASE}\n  - id: last\n    type: map\n`;
    const ours = third.replace(/\n {2}# Tells it[\s\S]*info\n/, '');
    const theirs = third.replace('GET', 'PUT');
    expect(merged(ours, theirs, third)).toBe(ours.replace('GET', 'PUT'));
  });

  test('targets as a set', () => {
    const ours = BASE.replace('next: tell', 'next: [tell, a]');
    const theirs = BASE.replace('next: tell', 'next:\n        - tell\n        - b\n')
      .replace('on_success: { next', 'on_success:\n      next')
      .replace('b\n }', 'b');
    expect(merged(ours, BASE.replace('next: tell', 'next: [b, tell]'))).toBe(
      BASE.replace('next: tell', 'next: [tell, a, b]'),
    );
    expect(merged(ours, theirs)).toContain('      next:\n        - tell\n        - a\n        - b\n');
  });

  test('a task wrapped on one side and changed on the other', () => {
    const ours = yaml`
      name: Flow
      tasks:
        - id: box
          type: composite
          tasks:
            - id: fetch
              type: basic
              # why
              with:
                text: |
                  one
                    two
        - id: tell
          type: map
    `;
    const base = yaml`
      name: Flow
      tasks:
        - id: fetch
          type: basic
          # why
          with:
            text: |
              one
                two
        - id: tell
          type: map
    `;
    const theirs = base.replace('    two', '    three').replace('type: basic', 'type: basic\n    name: Fetch');
    expect(merged(ours, theirs, base)).toBe(
      ours.replace('    two', '    three').replace('type: basic', 'type: basic\n        name: Fetch'),
    );
  });

  test('lines of one text, as git merges them', () => {
    const base = 'tasks:\n  - id: a\n    with:\n      code: |\n        one\n        two\n        three\n';
    expect(merged(base.replace('one', '1'), base.replace('three', '3'), base)).toBe(
      base.replace('one', '1').replace('three', '3'),
    );
  });

  test('a comment that one side alone changed, above what the other changed', () => {
    const theirs = BASE.replace('  # Tells it.', '  # Says it.\n  # Twice.');
    expect(merged(BASE.replace('Done', 'Ready'), theirs)).toBe(theirs.replace('Done', 'Ready'));
  });

  test('comments of both sides stay', () => {
    const ours = BASE.replace('  # Tells it.', '  # Tells it all.');
    const theirs = BASE.replace('  # Tells it.', '  # Says it.').replace('# from the shop', '# from there');
    const text = merged(ours, theirs);
    expect(text).toContain('  # Tells it all.\n  # Says it.\n  - id: tell\n');
    expect(text).toContain('# from there\n');
  });

  test('line ends and the last one are those of the side that changed them', () => {
    const ours = BASE.replaceAll('\n', '\r\n');
    const theirs = BASE.replace('GET', 'PUT').replace(/\n$/, '');
    expect(merged(ours, theirs)).toBe(ours.replace('GET', 'PUT').replace(/\r\n$/, ''));
  });
});

const box = (id: string, inside = ''): string =>
  `  - id: ${id}\n    type: parallel\n    tasks:\n      - id: in_${id}\n        type: map\n${inside}`;

const conflictsOf = (ours: string, theirs: string, base = BASE) => mergeTexts({ base, ours, theirs });

describe('a conflict', () => {
  test('is one value with two answers', () => {
    const merge = conflictsOf(BASE.replace('Done', 'A'), BASE.replace('Done', 'B').replace('info', 'warn'));
    expect(merge.conflicts).toMatchObject([
      {
        kind: 'value',
        path: ['tasks', 'tell', 'with', 'message'],
        base: 'Done',
        ours: 'A',
        theirs: 'B',
        message: '“with.message” of task “tell” is “A” in ours and “B” in theirs; it was “Done”.',
      },
    ]);
    expect(resolve(merge, ['theirs'])).toBe(BASE.replace('Done', 'B').replace('info', 'warn'));
    expect(resolve(merge, [{ text: 'C' }])).toBe(BASE.replace('Done', 'C').replace('info', 'warn'));
    expect(merge.text).toBe(BASE.replace('Done', 'A').replace('info', 'warn'));
  });

  test('is a task that one side changed and the other removed', () => {
    const ours = BASE.slice(0, BASE.indexOf('\n  # Tells'));
    const merge = conflictsOf(ours, BASE.replace('Done', 'B'));
    expect(merge.conflicts).toMatchObject([
      { kind: 'gone', path: ['tasks', 'tell'], ours: null, answers: ['ours', 'theirs'] },
    ]);
    expect(resolve(merge, ['theirs'])).toBe(BASE.replace('Done', 'B'));
    expect(merge.text).toBe(ours);
  });

  test('is a target that both replaced, where both may be meant', () => {
    const merge = conflictsOf(BASE.replace('next: tell', 'next: a'), BASE.replace('next: tell', 'next: b'));
    expect(merge.conflicts).toMatchObject([{ answers: ['ours', 'theirs', 'both'] }]);
    expect(resolve(merge, ['both'])).toBe(BASE.replace('next: tell', 'next: [a, b]'));
  });

  test('is an order that counts: two steps at one place of a sequence, and two first tasks', () => {
    const base = 'tasks:\n  - id: box\n    type: composite\n    tasks:\n      - id: a\n        type: map\n';
    const add = (id: string): string => `${base}      - id: ${id}\n        type: map\n`;
    const merge = conflictsOf(add('x'), add('y'), base);
    expect(merge.conflicts).toMatchObject([{ kind: 'order', path: ['tasks', 'box', 'tasks'] }]);
    expect(resolve(merge, ['theirs'])).toBe(`${add('y')}      - id: x\n        type: map\n`);
    const first = (id: string): string => base.replace('tasks:\n', `tasks:\n  - id: ${id}\n    type: map\n`);
    expect(conflictsOf(first('x'), first('y'), base).conflicts).toMatchObject([{ kind: 'order', path: ['tasks'] }]);
  });

  test('is a task that each side moved elsewhere, and one id for two tasks', () => {
    const base = `tasks:\n${box('p')}${box('q')}  - id: t\n    type: map\n`;
    const inside = '      - id: t\n        type: map\n';
    const [ours, theirs] = [`tasks:\n${box('p', inside)}${box('q')}`, `tasks:\n${box('p')}${box('q', inside)}`];
    const merge = conflictsOf(ours, theirs, base);
    expect(merge.conflicts).toMatchObject([
      { kind: 'place', path: ['tasks', 'p', 'tasks', 't'], answers: ['ours', 'theirs'] },
    ]);
    expect([merge.text, resolve(merge, ['theirs'])]).toEqual([ours, theirs]);
    const twice = conflictsOf(`${BASE}  - { id: n, type: map }\n`, `${BASE}  - { id: n, type: wait }\n`);
    expect(twice.conflicts).toMatchObject([{ kind: 'added', path: ['tasks', 'n'] }]);
  });
});

test('what cannot be read is merged by line', () => {
  const base = 'a: [\nb\nc\nd\ne\n';
  const merge = mergeTexts({ base, ours: base.replace('b', 'B'), theirs: base.replace('e', 'E').replace('b', 'x') });
  expect(merge.conflicts).toMatchObject([{ kind: 'lines', ours: 'B\n', theirs: 'x\n' }]);
  expect(merge.text).toBe('a: [\nB\nc\nd\nE\n');
});
