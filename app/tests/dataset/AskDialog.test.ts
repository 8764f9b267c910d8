import { expect, test } from 'vitest';
import { toLimits } from './AskDialog.tsx';

const ANY = { calls: null, tokens: null, cost: null };

test('a budget limits what it names, and one that names nothing is none', () => {
  expect(toLimits(ANY)).toBeNull();
  expect(toLimits({ ...ANY, calls: 1 })).toEqual({ calls: 1 });
  expect(toLimits({ calls: 100, tokens: 5_000, cost: 0.5 })).toEqual({ calls: 100, tokens: 5_000, cost: 0.5 });
});
