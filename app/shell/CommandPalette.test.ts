import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countUse, readUsed, sortByUse } from './CommandPalette.tsx';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what was done is counted, the last first, and still known after a reload', () => {
  countUse(countUse(countUse(readUsed(), 'a'), 'b'), 'a');
  expect([...readUsed()]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('actions that are done more often come first, others in their order', () => {
  const used = countUse(countUse(new Map(), 'c'), 'c');
  expect(sortByUse([{ id: 'a' }, { id: 'b' }, { id: 'c' }], used).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

test.each(['no JSON', '{}', '[["a"], 7, ["b", 2]]'])('of what is no count, as in %s, nothing is taken', (text) => {
  kept.set('signalbox.used-actions', text);
  expect([...readUsed()].every(([id, count]) => id === 'b' && count === 2)).toBe(true);
});
