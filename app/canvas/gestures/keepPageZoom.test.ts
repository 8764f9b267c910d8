import { expect, test } from 'vitest';
import { keepPageZoom } from './useSteadyClick.ts';

function wheel(ctrlKey: boolean): Event {
  return Object.assign(new Event('wheel', { cancelable: true }), { ctrlKey });
}

test('a pinch does not reach the page, and the wheel alone does', () => {
  const canvas = new EventTarget();
  const stop = keepPageZoom(canvas);
  expect(canvas.dispatchEvent(wheel(true))).toBe(false);
  expect(canvas.dispatchEvent(wheel(false))).toBe(true);
  stop();
  expect(canvas.dispatchEvent(wheel(true))).toBe(true);
});
