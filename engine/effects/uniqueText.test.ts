import { expect, test, vi } from 'vitest';
import { uniqueText } from './uniqueText.ts';

test('is of letters and digits, and never the same', () => {
  const texts = Array.from({ length: 1000 }, uniqueText);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).toMatch(/^[a-z0-9]{24}$/);
});

test('is there on a page that came over plain HTTP', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(uniqueText()).toHaveLength(24);
  vi.unstubAllGlobals();
});
