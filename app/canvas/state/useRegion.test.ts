import { expect, test } from 'vitest';
import { keepRegion, type Looking } from './useRegion.ts';

const PANE = { width: 1000, height: 600 };
const looking = (x: number, y: number, zoom: number): Looking => ({ transform: [x, y, zoom], ...PANE });

test('a canvas without a size has no region', () => {
  expect(keepRegion(null, { transform: [0, 0, 1], width: 0, height: 600 })).toBeNull();
});

test('a region reaches beyond what is in view on all sides', () => {
  const region = keepRegion(null, looking(-200, 100, 0.5));
  // In view: from 400, -200 on, 2000 wide and 1200 high.
  expect(region?.x).toBeLessThan(400 - 600);
  expect(region?.y).toBeLessThan(-200 - 400);
  expect((region?.x ?? 0) + (region?.width ?? 0)).toBeGreaterThan(2400 + 600);
  expect((region?.y ?? 0) + (region?.height ?? 0)).toBeGreaterThan(1000 + 400);
});

test('it stays the same object until the view leaves it, in steps of a part of the view', () => {
  let region = keepRegion(null, looking(0, 0, 1));
  let changes = 0;
  for (let x = 0; x > -1000; x -= 10) {
    const next = keepRegion(region, looking(x, 0, 1));
    if (next !== region) changes += 1;
    region = next;
    expect(region?.x).toBeLessThanOrEqual(-x);
    expect((region?.x ?? 0) + (region?.width ?? 0)).toBeGreaterThanOrEqual(-x + 1000);
  }
  expect(changes).toBe(2);
});

test('it is chosen anew when the view shows less than half of it across', () => {
  const region = keepRegion(null, looking(0, 0, 0.5));
  expect(keepRegion(region, looking(-100, -60, 0.6))).toBe(region);
  expect(keepRegion(region, looking(-500, -300, 1))?.width).toBeLessThan(2000);
});
