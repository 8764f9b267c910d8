import { expect, test } from 'vitest';
import { SecretKeeper } from '../../../effects/index.ts';
import type { SecretState } from '../protocol/protocol.ts';
import { SecretDesk } from './SecretDesk.ts';

test('a question tells the page which run asks for what, and nothing else that the run has', async () => {
  const keeper = new SecretKeeper(null, () => undefined);
  expect(await keeper.set('KEY', 'sk-1', 'session')).toMatchObject({ ok: true });
  const desk = new SecretDesk(keeper);
  const told: SecretState[] = [];
  await desk.subscribe((state) => told.push(state));
  const run = {
    runId: 'r',
    path: 'a.yaml',
    salt: 's',
    variables: [{ name: 'KEY', value: 'sk-1' }],
    vault: () => 'sk-1',
  };
  const asked = desk.authorizerOf(run)({
    name: 'KEY',
    origin: 'https://example.com',
    as: 'credential',
    signal: new AbortController().signal,
  });
  await expect.poll(() => told.at(-1)?.questions).toHaveLength(1);
  const question = told.at(-1)?.questions[0];
  expect(question).toEqual({
    id: expect.any(String),
    runId: 'r',
    path: 'a.yaml',
    name: 'KEY',
    origin: 'https://example.com',
    as: 'credential',
  });
  await desk.answer(question?.id ?? '', 'once');
  expect(await asked).toBe(true);
});
