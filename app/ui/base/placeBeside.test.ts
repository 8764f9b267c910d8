import { expect, it } from 'vitest';
import { placeBeside } from './placeBeside.ts';

const WINDOW = { width: 800, height: 600 };
const SIZE = { width: 100, height: 20 };

it('is centred on the requested side', () => {
  const box = { x: 300, y: 300, width: 40, height: 40 };
  expect(placeBeside(box, SIZE, { side: 'bottom', window: WINDOW })).toEqual({ x: 270, y: 346 });
  expect(placeBeside(box, SIZE, { side: 'top', window: WINDOW })).toEqual({ x: 270, y: 274 });
  expect(placeBeside(box, SIZE, { side: 'left', window: WINDOW })).toEqual({ x: 194, y: 310 });
  expect(placeBeside(box, SIZE, { side: 'right', window: WINDOW })).toEqual({ x: 346, y: 310 });
});

it('goes to the other side where there is no room', () => {
  const low = { x: 300, y: 570, width: 40, height: 20 };
  expect(placeBeside(low, SIZE, { side: 'bottom', window: WINDOW }).y).toBe(544);
  const left = { x: 10, y: 300, width: 40, height: 40 };
  expect(placeBeside(left, SIZE, { side: 'left', window: WINDOW }).x).toBe(56);
});

it('stays inside the window', () => {
  const corner = { x: 0, y: 300, width: 20, height: 20 };
  expect(placeBeside(corner, SIZE, { side: 'bottom', window: WINDOW }).x).toBe(8);
});
