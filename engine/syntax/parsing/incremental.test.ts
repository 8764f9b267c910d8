import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applyEdits, minimalEdits, type TextEdit } from '../../text/index.ts';
import type { Syntax } from '../index.ts';

const { parsed } = vi.hoisted(() => ({ parsed: [] as string[] }));
vi.mock('./parseFragment.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./parseFragment.ts')>();
  return {
    ...original,
    parseFragment: (text: string, depth: number) => {
      parsed.push(text);
      return original.parseFragment(text, depth);
    },
  };
});

// What places cards has loaded the parser before: here it is loaded with the function above in it.
vi.resetModules();
const { findNode, originOf, parseSyntax } = await import('../index.ts');

function task(id: string, indent: string, more = ''): string {
  return `${indent}- id: ${id}\n${indent}  type: basic\n${more}`;
}

const INNER = Array.from({ length: 20 }, (_, index) => task(`in${index}`, '      ')).join('');
const BOX = task('box', '  ', `    tasks:\n${INNER}    on_success:\n      next: t3\n`);
const TEXT = `name: x\ntasks:\n${Array.from({ length: 20 }, (_, index) => task(`t${index}`, '  ')).join('')}${BOX}${task('last', '  ')}start: t1\n`;

/** Replaces the first occurrence of a text, and returns what was parsed to read the outcome. */
function change(
  syntax: Syntax,
  from: string,
  to: string,
): { readonly after: Syntax; readonly read: readonly string[] } {
  const start = syntax.text.indexOf(from);
  const edits: TextEdit[] = [{ start, end: start + from.length, text: to }];
  parsed.length = 0;
  const after = parseSyntax(applyEdits(syntax.text, edits), { syntax, edits });
  return { after, read: [...parsed] };
}

describe('an edit', () => {
  let before: Syntax;
  beforeEach(() => {
    before = parseSyntax(TEXT);
  });

  test('inside one task parses that task alone', () => {
    expect(change(before, 'id: t7', 'id: longer').read).toEqual(['  - id: longer\n    type: basic\n']);
  });

  test('inside a task in a container parses that inner task alone', () => {
    const { after, read } = change(before, 'id: in7\n', 'id: longer\n');
    expect(read).toEqual(['      - id: longer\n        type: basic\n']);
    expect(findNode(after, ['tasks', 20, 'tasks', 7, 'id'])).toMatchObject({ value: 'longer' });
    expect(findNode(after, ['tasks', 20, 'on_success', 'next'])).toMatchObject({
      value: 't3',
      start: after.text.indexOf('t3\n  - id: last'),
    });
  });

  test('of a container’s own fields parses none of its tasks', () => {
    const { after, read } = change(before, 'next: t3', 'next: t4');
    expect(read).toEqual(['  - id: box\n    type: basic\n    tasks:\n    on_success:\n      next: t4\n']);
    const path = ['tasks', 20, 'tasks', 3];
    const [old, kept] = [findNode(before, path), findNode(after, path)];
    expect(old && kept && originOf(kept) === originOf(old)).toBe(true);
  });

  test('that adds a task to a container parses what it touches', () => {
    const { after, read } = change(before, '      - id: in5\n', '      - id: new\n      - id: in5\n');
    expect(read).toEqual(['      - id: new\n', '      - id: in5\n        type: basic\n']);
    expect(findNode(after, ['tasks', 20, 'tasks', 6, 'id'])).toMatchObject({ value: 'in5' });
  });

  test('outside the tasks parses none of them', () => {
    expect(change(before, 'start: t1', 'start: t2').read).toEqual(['start: t2\n']);
    expect(change(before, 'name: x', 'name: longer').read).toEqual(['name: longer\n']);
  });

  test('of many tasks at once, told as one, parses these alone', () => {
    const text = TEXT.replace('id: t2\n', 'id: T2\n')
      .replace('id: in9\n', 'id: IN9\n')
      .replace('id: t17\n', 'id: T17\n');
    const edits = minimalEdits(TEXT, text);
    parsed.length = 0;
    const after = parseSyntax(text, { syntax: before, edits });
    expect(edits).toHaveLength(1);
    const outer = '  - id: box\n    type: basic\n    tasks:\n    on_success:\n      next: t3\n';
    const own = ['T2', 'T17'].map((id) => `  - id: ${id}\n    type: basic\n`);
    expect(parsed).toEqual([...own, outer, '      - id: IN9\n        type: basic\n']);
    expect(JSON.stringify(after.root)).toBe(JSON.stringify(parseSyntax(text).root));
  });

  test('that moves a task parses nothing', () => {
    const moved = task('t4', '  ');
    const text = TEXT.replace(moved, '').replace('start: t1', `${moved}start: t1`);
    parsed.length = 0;
    const after = parseSyntax(text, { syntax: before, edits: minimalEdits(TEXT, text) });
    expect(parsed).toEqual([]);
    expect(findNode(after, ['tasks', 21, 'id'])).toMatchObject({ value: 't4' });
  });

  test('that doubles a task parses it once more: two places share no part', () => {
    const twice = task('t4', '  ');
    const { after, read } = change(before, twice, twice + twice);
    expect(read).toContain(twice);
    const [first, second] = [4, 5].map((index) => findNode(after, ['tasks', index]));
    expect(first && second && originOf(first) !== originOf(second)).toBe(true);
  });

  test('that breaks an inner task leaves the ones beside it as they were', () => {
    const { after, read } = change(before, 'id: in7\n', 'id: "in7\n');
    expect(read).toHaveLength(1);
    expect(after.errors.map(({ code, path }) => [code, path])).toEqual([
      ['SYNTAX_ERROR', ['tasks', 20, 'tasks', 7, 'id']],
    ]);
    expect(findNode(after, ['tasks', 20, 'tasks', 8, 'id'])).toMatchObject({ value: 'in8' });
  });
});

test('a tree does not keep the texts of before alive', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let syntax = parseSyntax(`${TEXT}${'# a long comment without a reader\n'.repeat(20_000)}`);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 20; index += 1) syntax = change(syntax, `id: t${index}\n`, `id: T${index}\n`).after;
  parsed.length = 0;
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * syntax.text.length);
});
