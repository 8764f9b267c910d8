import { expect, it } from 'vitest';
import { mergeFile, resolve } from '#engine/change';
import { yaml } from '#engine/testing';
import { type Chosen, choicesIn, choose, writtenOf } from './useMerge.ts';

const BASE = yaml`
  tasks:
    - id: a
      type: basic
      name: First
    - id: b
      type: basic
      name: Second
`;

/** Merges with texts in which the two tasks have other names. */
function merge(ours: readonly [string, string], theirs: readonly [string, string]) {
  const rename = ([first, second]: readonly [string, string]) => BASE.replace('First', first).replace('Second', second);
  return mergeFile({ base: BASE, ours: rename(ours), theirs: rename(theirs) }, { path: 'flow.yaml' });
}

const NONE: Chosen = new Map();

it('decides in a later merge what is the same as before, and asks for the rest', () => {
  const first = merge(['A', 'B'], ['X', 'Y']);
  expect(first.conflicts.map(({ ours, theirs }) => [ours, theirs])).toEqual([
    ['A', 'X'],
    ['B', 'Y'],
  ]);
  const chosen = first.conflicts.reduce((all, conflict) => choose(all, conflict, 'theirs'), NONE);
  expect(choicesIn(first, chosen)).toEqual(['theirs', 'theirs']);
  const second = merge(['A', 'B'], ['X', 'Z']);
  expect(choicesIn(second, chosen)).toEqual(['theirs', undefined]);
  expect(resolve(second, choicesIn(second, chosen))).toBe(BASE.replace('First', 'X').replace('Second', 'B'));
});

it('lets another text begin as the one that is here', () => {
  const merged = merge(['A', 'B'], ['X', 'B']);
  expect(writtenOf(merged, 0)).toBe('A');
  expect(resolve(merged, [{ text: 'C' }])).toBe(BASE.replace('First', 'C').replace('Second', 'B'));
});

it('follows a rename into what the other side wrote, and asks for a name that each side gave another', () => {
  const [one, other] = [BASE.replace('id: a', 'id: x'), BASE.replace('id: a', 'id: y')];
  const next = BASE.replace('name: Second', 'name: Second\n    on_success: { next: a }');
  const followed = mergeFile({ base: BASE, ours: one, theirs: next }, { path: 'flow.yaml' });
  expect([followed.conflicts, followed.text]).toEqual([
    [],
    next.replace('id: a', 'id: x').replace('next: a', 'next: x'),
  ]);
  const asked = mergeFile({ base: BASE, ours: one, theirs: other }, { path: 'flow.yaml' });
  expect(asked.conflicts.map(({ kind }) => kind)).toEqual(['name']);
  expect(writtenOf(asked, 0)).toBe('x');
  expect(resolve(asked, [{ text: 'z' }])).toBe(BASE.replace('id: a', 'id: z'));
});
