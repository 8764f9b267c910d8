import { expect, test } from 'vitest';
import { redactOutcome } from './redactOutcome.ts';
import { createRedactor, MASK } from './secrets/redact.ts';

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
