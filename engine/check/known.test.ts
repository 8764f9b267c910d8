import { expect, test } from 'vitest';
import { PROVIDER_NAMES } from '../effects/models/providerNames.ts';
import { EMBEDDING_DEFAULTS, EMBEDDING_SIZES, MEMORY_BACKENDS, MODEL_PROVIDERS } from './known.ts';

test('the providers that are known are those that answer', () => {
  expect([...MODEL_PROVIDERS].sort()).toEqual([...PROVIDER_NAMES].sort());
});

test('the models of embedders are of embedders that are known, and their sizes too', () => {
  const embedders: readonly string[] = MEMORY_BACKENDS.embedder;
  for (const [embedder, model] of EMBEDDING_DEFAULTS) {
    expect(embedders).toContain(embedder);
    expect(EMBEDDING_SIZES.has(model)).toBe(true);
  }
});
