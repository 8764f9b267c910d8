import { expect, test } from 'vitest';
import { maskProgress } from './maskProgress.ts';
import { MASK } from './secrets/redact.ts';
import { UsedSecrets } from './secrets/UsedSecrets.ts';

function maskPieces(pieces: readonly string[]): readonly string[] {
  const shown: string[] = [];
  const listen = maskProgress(({ text }) => shown.push(text), new UsedSecrets(['sk-value']));
  for (const text of pieces) listen({ key: 'a', text });
  return shown;
}

test('a secret is masked, also where it comes in pieces', () => {
  expect(maskPieces(['The key is sk-value, ', 'say']).join('')).toBe(`The key is ${MASK}, say`);
  expect(maskPieces(['The key is s', 'k-v', 'alue, say']).join('')).toBe(`The key is ${MASK}, say`);
});

test('text that only begins like one is shown as soon as that is known', () => {
  expect(maskPieces(['ask', ' me'])).toEqual(['a', 'sk me']);
  expect(maskPieces(['Hello ', 'there'])).toEqual(['Hello ', 'there']);
});
