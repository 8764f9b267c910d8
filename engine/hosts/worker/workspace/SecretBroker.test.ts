import { expect, test } from 'vitest';
import { SecretKeeper } from '../../../effects/index.ts';
import type { SecretState } from '../protocol/protocol.ts';
import { SecretBroker } from './SecretBroker.ts';

test('a question holds which run asks for what, and nothing else of the run', async () => {
  const keeper = new SecretKeeper(null, () => undefined);
  expect(await keeper.set('KEY', 'sk-1', 'session')).toMatchObject({ ok: true });
  const broker = new SecretBroker(keeper);
  const states: SecretState[] = [];
  await broker.subscribeSecrets((state) => states.push(state));
  const run = {
    runId: 'r',
    path: 'a.yaml',
    salt: 's',
    variables: [{ name: 'KEY', value: 'sk-1' }],
    vault: () => 'sk-1',
  };
  const asked = broker.authorizerOf(run)({
    name: 'KEY',
    origin: 'https://example.com',
    as: 'credential',
    signal: new AbortController().signal,
  });
  await expect.poll(() => states.at(-1)?.questions).toHaveLength(1);
  const question = states.at(-1)?.questions[0];
  expect(question).toEqual({
    id: expect.any(String),
    runId: 'r',
    path: 'a.yaml',
    name: 'KEY',
    origin: 'https://example.com',
    as: 'credential',
  });
  await broker.answerSecret(question?.id ?? '', 'once');
  expect(await asked).toBe(true);
});

test('a secret that the keeper has is a variable without a value, which says how to read it and cannot leave the worker', async () => {
  const keeper = new SecretKeeper(null, () => undefined);
  await keeper.set('KEY', 'sk-1', 'session');
  const broker = new SecretBroker(keeper);
  const variables = [
    { name: 'KEY', value: '', isSecret: true },
    { name: 'PLACE', value: 'here', isSecret: false },
    { name: 'OTHER', value: 'own', isSecret: true },
  ];
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array is filled
  const [secret, plain, given] = broker.fill(variables);
  expect(JSON.stringify(secret)).toBe('{"name":"KEY","value":"","isSecret":true}');
  expect(() => structuredClone(secret)).toThrow('could not be cloned');
  await keeper.set('KEY', 'sk-2', 'session');
  expect({ ...secret }.read?.()).toBe('sk-2');
  expect([plain?.read, given?.read]).toEqual([undefined, undefined]);
});
