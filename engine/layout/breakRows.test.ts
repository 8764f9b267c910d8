import { expect, test } from 'vitest';
import type { Block, Link, Rect } from './Box.ts';
import { breakRows } from './breakRows.ts';

const link = (source: string, target: string): Link => ({ source, target, isAside: false, room: 0 });

/** A chain of cards on one line, 296 px from one to the next. */
function chain(count: number): { placed: Block & { readonly rects: Map<string, Rect> }; links: Link[] } {
  const ids = Array.from({ length: count }, (_, index) => `t${index}`);
  return {
    placed: {
      rects: new Map(ids.map((id, index) => [id, { x: index * 296, y: 100, width: 216, height: 60 }])),
      lanes: [],
    },
    links: ids.slice(1).map((id, index) => link(`t${index}`, id)),
  };
}

/** The spots of a way from one card of the chain to the next. */
function spots(from: number): Rect[] {
  return [from, from + 1].map((at) => ({ x: at * 296, y: 130, width: 216, height: 0 }));
}

/** Ids by row, as they are read. */
function rowsOf({ rects }: Block): string {
  const sorted = [...rects].toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x);
  const tops = [...new Set(sorted.map(([, { y }]) => y))];
  const rows = tops.map((top) => sorted.flatMap(([id, { y }]) => (y === top ? [id] : [])));
  return rows.map((row) => row.join(' ')).join(' | ');
}

test('a line that fits is left as it is', () => {
  const { placed, links } = chain(5);
  expect(breakRows(placed, links, 1_500)).toBe(placed);
});

test('a longer one is broken into rows about as long as each other, which begin below each other', () => {
  const { placed, links } = chain(8);
  const broken = breakRows(placed, links, 1_500);
  expect(rowsOf(broken)).toBe('t0 t1 t2 t3 | t4 t5 t6 t7');
  expect(broken.rects.get('t4')).toEqual({ x: 0, y: 140, width: 216, height: 60 });
  expect(broken.rects.get('t5')?.x).toBe(296);
});

test('it is broken where fewer lines lead over the break', () => {
  const { placed, links } = chain(7);
  const skipping = [...links, link('t2', 't4'), link('t3', 't5'), link('t2', 't5')];
  expect(rowsOf(breakRows(placed, skipping, 1_500))).toBe('t0 t1 | t2 t3 t4 t5 t6');
});

test('errors that lead to one task share a trunk, and keep no line from being broken', () => {
  const { placed, links } = chain(65);
  placed.rects.set('failed', { x: 32 * 296, y: 400, width: 216, height: 60 });
  const failing = [...placed.rects.keys()].slice(0, 65).map((id) => ({ ...link(id, 'failed'), isAside: true }));
  const rows = rowsOf(breakRows(placed, [...links, ...failing], 1_500)).split(' | ');
  expect(rows.length).toBeGreaterThan(10);
  const meeting = failing.map((line) => ({ ...line, isAside: false }));
  expect(breakRows(placed, [...links, ...meeting], 1_500)).toBe(placed);
});

test('where every break would cut many lines nothing is broken', () => {
  const { placed } = chain(8);
  const ids = [...placed.rects.keys()];
  const all = ids.flatMap((id, index) => ids.slice(index + 1).map((other) => link(id, other)));
  expect(breakRows(placed, all, 1_500)).toBe(placed);
});

test('ways go with the row of both their ends, and those from row to row are dropped', () => {
  const { placed, links } = chain(8);
  const lanes = [3, 4].map((at) => ({ source: `t${at}`, target: `t${at + 1}`, spots: spots(at) }));
  expect(breakRows({ ...placed, lanes }, links, 1_500).lanes).toEqual([
    { source: 't4', target: 't5', spots: [0, 296].map((x) => ({ x, y: 170, width: 216, height: 0 })) },
  ]);
});

test('what stands in one column stays together, and no two cards overlap', () => {
  const { placed, links } = chain(9);
  placed.rects.set('low', { x: 4 * 296, y: 200, width: 516, height: 60 });
  const broken = breakRows(placed, [...links, link('t3', 'low')], 1_500);
  const rects = [...broken.rects.values()];
  expect(broken.rects.get('low')?.x).toBe(broken.rects.get('t4')?.x);
  const overlaps = rects.flatMap((a, index) =>
    rects
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  );
  expect(overlaps).toEqual([]);
});

test('a card wider than a row, and more cards than rows are for, are left alone', () => {
  const wide = { rects: new Map([['wide', { x: 0, y: 0, width: 4_000, height: 60 }]]), lanes: [] };
  expect(breakRows(wide, [], 1_500)).toBe(wide);
  const { placed, links } = chain(151);
  expect(breakRows(placed, links, 1_500)).toBe(placed);
});

test('a line of very many cards becomes a page about as wide as a screen; one of some hundreds is left as it is', () => {
  const long = chain(1_000);
  const { rects } = breakRows(long.placed, long.links, 1_500);
  const right = Math.max(...[...rects.values()].map(({ x, width }) => x + width));
  const bottom = Math.max(...[...rects.values()].map(({ y, height }) => y + height));
  expect(right / bottom).toBeGreaterThan(1);
  expect(right / bottom).toBeLessThan(4);
  const middle = chain(400);
  expect(breakRows(middle.placed, middle.links, 1_500)).toBe(middle.placed);
});
