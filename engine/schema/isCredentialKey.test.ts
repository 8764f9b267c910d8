import { expect, test } from 'vitest';
import { isCredentialKey } from './isCredentialKey.ts';

test.each([
  'api_key',
  'apiKey',
  'X-Api-Key',
  'token',
  'access_token',
  'refreshToken',
  'secret',
  'client_secret',
  'clientSecret',
  'password',
  'passwd',
  'Authorization',
  'private_key',
])('%s holds a credential', (key) => {
  expect(isCredentialKey(key)).toBe(true);
});

test.each(['max_tokens', 'tokens', 'key', 'author', 'secretary', 'password_hint', 'tokenizer', ''])(
  '“%s” does not',
  (key) => {
    expect(isCredentialKey(key)).toBe(false);
  },
);
