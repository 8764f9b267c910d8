import { expect, it } from 'vitest';
import { describeLines, reasonOf, titleOf } from './describeVersion.ts';

it.each([
  [null, 'the first one kept'],
  [{ added: 0, removed: 0 }, 'the same text'],
  [{ added: 1, removed: 0 }, '1 line added'],
  [{ added: 0, removed: 2 }, '2 lines removed'],
  [{ added: 3, removed: 1 }, '3 lines added, 1 removed'],
])('says of %j: %s', (lines, words) => {
  expect(describeLines({ lines })).toBe(words);
});

it('calls a version by its name, and else by why it was kept', () => {
  const named = { name: 'For the demo', reason: 'run' } as const;
  expect([titleOf(named), reasonOf(named)]).toEqual(['For the demo', 'Run']);
  expect([titleOf({ ...named, name: null }), reasonOf({ ...named, name: null })]).toEqual(['Run', null]);
  expect(reasonOf({ name: 'Mine', reason: 'asked' })).toBeNull();
});
