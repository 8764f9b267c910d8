import { expect, test } from 'vitest';
import { maskProgress, redactOutcome } from './redactOutcome.ts';
import { createRedactor, MASK } from './secrets/redact.ts';
import { UsedSecrets } from './secrets/UsedSecrets.ts';

const SECRET = 'tulip-4711-rose';

test('a large answer is masked in steps, between which others have the thread', async () => {
  const redactor = createRedactor(new Map([[SECRET, MASK]]));
  let rests = 0;
  const rest = async (): Promise<void> => void (rests += 1);
  const text = 'lorem ipsum '.repeat(200_000);
  const outcome = await redactOutcome(
    { ok: true, value: { text: `${text}${SECRET}` }, simulated: false, warnings: [] },
    redactor,
    rest,
  );
  expect(outcome).toMatchObject({ ok: true, value: { text: `${text}${MASK}` } });
  expect(rests).toBeGreaterThan(40);
});

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
