import { expect, test } from 'vitest';
import type { CardFrame, Layout, Note } from '../text/index.ts';
import { diffLayouts } from './diffLayouts.ts';

const at = (x: number) => ({ x, y: 0 });
const note = (id: string, text: string, x = 0): Note => ({
  id,
  text,
  x,
  y: 0,
  width: 100,
  height: 50,
  color: 'yellow',
});
const frame = (id: string, title: string, tasks: readonly string[]): CardFrame => {
  return { id, title, text: '', color: 'blue', tasks };
};
const layout = (positions: Readonly<Record<string, number>>, more: Partial<Layout> = {}): Layout => {
  const places = Object.entries(positions).map(([id, x]) => [id, at(x)] as const);
  return { positions: new Map(places), collapsed: new Set(), ...more };
};

test('says which cards moved, and what of notes and frames is new, changed or gone', () => {
  const before = layout(
    { a: 0, b: 0, c: 0.2 },
    { collapsed: new Set(['box']), notes: [note('1', 'Why?'), note('2', 'Old')], frames: [frame('3', 'Pay', ['a'])] },
  );
  const after = layout(
    { a: 9, b: 9, c: 0, d: 1 },
    { notes: [note('1', 'Because.'), note('4', 'New\nnote')], frames: [frame('3', 'Pay', ['a', 'b'])] },
  );
  expect(diffLayouts(before, after)).toEqual([
    'The cards “a” and “b” moved.',
    'The card “d” is placed by hand.',
    'The card “box” is no longer collapsed.',
    'The note “Why?” now says “Because.”.',
    'The note “New note” is new.',
    'The note “Old” is gone.',
    'The frame “Pay” changed.',
  ]);
  expect(diffLayouts(after, after)).toEqual([]);
});

function many(x: number): Layout {
  return layout(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`t${index}`, x])));
}

test('counts what is too much to name', () => {
  expect(diffLayouts(many(0), many(1))).toEqual(['The cards “t0”, “t1”, “t2”, “t3”, “t4” and 4 more moved.']);
});
