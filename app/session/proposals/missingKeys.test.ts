import { expect, test } from 'vitest';
import { findMissingKeys } from './missingKeys.ts';

const config = {
  provider: 'openai',
  api_key: '{{ env.OPENAI_API_KEY }}',
  headers: { 'x-region': 'eu {{ env.REGION }}', 'x-again': '{{ env.REGION }}' },
};

function variable(name: string, value: string, isSecret = false) {
  return { name, value, isSecret };
}

test('what a model reads and nothing holds is missing, each once', () => {
  expect(findMissingKeys(config, [])).toEqual(['OPENAI_API_KEY', 'REGION']);
  expect(findMissingKeys({ provider: 'ollama', model: 'qwen3' }, [])).toEqual([]);
});

test('a plain variable without a value holds nothing; for a secret the person is asked', () => {
  const variables = [variable('OPENAI_API_KEY', '', true), variable('REGION', '')];
  expect(findMissingKeys(config, variables)).toEqual(['REGION']);
  expect(findMissingKeys(config, [variable('REGION', 'eu')])).toEqual(['OPENAI_API_KEY']);
});
