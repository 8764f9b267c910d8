import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nativeSha256 } from './node/journal/readJournal.ts';
import { sha256 } from './sha256.ts';

const expected = (text: string): string => createHash('sha256').update(text).digest('hex');

test('is the SHA-256 of a text in UTF-8, whatever its length', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length < 300; length += 1) {
    const text = 'x'.repeat(length);
    expect(sha256(text), `${length}`).toBe(expected(text));
  }
  for (const text of ['ü€😀\n', '\u0000', 'é'.repeat(10_001), 'a\ud800b\udc00']) {
    expect(sha256(text)).toBe(expected(text));
    expect(nativeSha256(text)).toBe(sha256(text));
  }
});
