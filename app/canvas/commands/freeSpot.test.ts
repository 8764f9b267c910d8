import { expect, test } from 'vitest';
import { freeSpot } from './notes.ts';

const NOTE = { x: 100, y: 100, width: 240, height: 140 };

test('a box stays where nothing lies, else goes to the nearest place that is free', () => {
  expect(freeSpot(NOTE, [])).toEqual({ x: 100, y: 100 });
  expect(freeSpot(NOTE, [{ x: 340, y: 100, width: 200, height: 50 }])).toEqual({ x: 100, y: 100 });
  expect(freeSpot(NOTE, [{ x: 120, y: 180, width: 200, height: 80 }])).toEqual({ x: 100, y: 20 });
  // Between two rows there is too little room.
  const rows = [0, 200].map((y) => ({ x: -2_000, y, width: 4_000, height: 100 }));
  const { y } = freeSpot(NOTE, rows);
  expect(y >= 300 || y + NOTE.height <= 0).toBe(true);
});

test('where all is taken it stays', () => {
  expect(freeSpot(NOTE, [{ x: -9_000, y: -9_000, width: 18_000, height: 18_000 }])).toEqual({ x: 100, y: 100 });
});
