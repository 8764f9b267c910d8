import { expect, test } from 'vitest';
import { EMBEDDING_DEFAULTS, EMBEDDING_SIZES, MEMORY_BACKENDS } from './known.ts';

test('the models of embedders are of embedders that are known, and their sizes too', () => {
  const embedders: readonly string[] = MEMORY_BACKENDS.embedder;
  for (const [embedder, model] of EMBEDDING_DEFAULTS) {
    expect(embedders).toContain(embedder);
    expect(EMBEDDING_SIZES.has(model)).toBe(true);
  }
});
