import { expect, test } from 'vitest';
import { keepPageZoom } from './keepPageZoom.ts';

test('a pinch does not reach the page, and the wheel alone does', () => {
  const canvas = new EventTarget();
  const wheel = (ctrlKey: boolean) => Object.assign(new Event('wheel', { cancelable: true }), { ctrlKey });
  const stop = keepPageZoom(canvas);
  expect(canvas.dispatchEvent(wheel(true))).toBe(false);
  expect(canvas.dispatchEvent(wheel(false))).toBe(true);
  stop();
  expect(canvas.dispatchEvent(wheel(true))).toBe(true);
});
