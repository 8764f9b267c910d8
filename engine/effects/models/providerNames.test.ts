import { expect, test } from 'vitest';
import { MODEL_PROVIDERS } from '../../check/known.ts';
import { PROVIDER_NAMES } from './providerNames.ts';

test('the checks know every provider that answers, and no other', () => {
  expect([...PROVIDER_NAMES].sort()).toEqual([...MODEL_PROVIDERS].sort());
});
