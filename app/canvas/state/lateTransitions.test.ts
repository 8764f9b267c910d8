import { select } from 'd3-selection';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the view moves at once until what moves it by steps is loaded, and never by steps under reduced motion', async () => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { moveTime, transitions } = await import('./lateTransitions.ts');
  expect(moveTime()).toBe(0);
  // The first move has asked for it.
  await transitions.load();
  expect(moveTime()).toBeGreaterThan(0);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(moveTime()).toBe(0);
});

test('what d3-zoom asks of it is there before and after it is loaded', async () => {
  vi.resetModules();
  const late = await import('./lateTransitions.ts');
  // The library looks at nothing of a node that was never moved.
  const node = {} as Element;
  const still = select(node);
  expect(still.interrupt()).toBe(still);
  late.interrupt(node);
  await late.transitions.load();
  expect(still.interrupt()).toBe(still);
  late.interrupt(node);
  expect(still.transition).toBeTypeOf('function');
});
