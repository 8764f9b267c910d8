import { expect, test } from 'vitest';
import { arrangePlainly } from './arrangePlainly.ts';
import { type Box, boundsOf, GRID, type Link, type Rect } from './Box.ts';
import { boxesOf, countOverlaps, idsOf, link, scopeOf } from './testing.ts';

function arrange(boxes: readonly Box[], links: readonly Link[], stacksAlong = false): Map<string, Rect> {
  return arrangePlainly({ boxes, links, gap: 40, stacksAlong });
}

/** Fixed numbers that look like chance, from 0 to below `most`. */
function* numbers(most: number): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor((state / 2_147_483_648) * most);
  }
}

test('a chain runs on in rows, as words on a page', () => {
  const ids = idsOf(100);
  const placed = arrange(
    boxesOf(ids),
    ids.slice(1).map((id, index) => link(ids[index] ?? '', id)),
  );
  const rects = ids.flatMap((id) => placed.get(id) ?? []);
  expect(rects.every(({ x, y }, at) => at === 0 || y > (rects[at - 1]?.y ?? 0) || x > (rects[at - 1]?.x ?? 0))).toBe(
    true,
  );
  const rows = new Set(rects.map(({ y }) => y));
  expect(rows.size).toBeGreaterThan(3);
  const { width, height } = boundsOf(rects);
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(4);
});

test('boxes that one leads to are placed behind it, in the order given, and many of them in columns', () => {
  const [root, ...rest] = idsOf(401);
  const placed = arrange(
    boxesOf([root ?? '', ...rest]),
    rest.map((id) => link(root ?? '', id)),
  );
  expect(placed.get('t0')).toMatchObject({ x: 0, y: 0 });
  expect(placed.get('t1')?.x).toBeGreaterThan(216);
  expect(placed.get('t2')).toMatchObject({ x: placed.get('t1')?.x, y: 100 });
  expect(countOverlaps(placed.values())).toBe(0);
  const { width, height } = boundsOf(placed.values());
  expect(width / height).toBeGreaterThan(1);
});

test.each([false, true])('boxes of all sizes in circles never overlap, and equal input gives equal output', (down) => {
  const next = numbers(1_000);
  const ids = idsOf(1_000);
  const boxes = ids.map((id) => ({ id, width: 100 + next.next().value, height: 40 + next.next().value }));
  const links = Array.from({ length: 8_000 }, () => link(`t${next.next().value}`, `t${next.next().value}`));
  const placed = arrange(boxes, links, down);
  expect(placed.size).toBe(1_000);
  expect(countOverlaps(placed.values())).toBe(0);
  expect([...placed.values()].every(({ x, y }) => x % GRID === 0 && y % GRID === 0 && x >= 0 && y >= 0)).toBe(true);
  expect(arrange(boxes, links, down)).toEqual(placed);
});

/** How often the ends of so many lines are asked for. */
function countReads(count: number): number {
  let reads = 0;
  const { boxes, links } = scopeOf(count);
  const counted = links.map(
    (each): Link => ({
      ...each,
      get source() {
        reads += 1;
        return each.source;
      },
    }),
  );
  expect(arrange(boxes, counted).size).toBe(boxes.length);
  return reads;
}

test('each line is looked at a few times, however many there are', () => {
  expect(countReads(5_000)).toBeGreaterThanOrEqual(5_000);
  expect(countReads(50_000)).toBe(10 * countReads(5_000));
});

test('nothing is nothing', () => {
  expect(arrange([], []).size).toBe(0);
});
