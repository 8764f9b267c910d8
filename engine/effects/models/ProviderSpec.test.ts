import { expect, test } from 'vitest';
import { explainUnreachable } from './ProviderSpec.ts';
import { PROVIDER_SPECS } from './specs.ts';

function explain(provider: string, url: string, origin: string): string {
  const spec = PROVIDER_SPECS.get(provider);
  if (spec === undefined) throw new Error(`No provider is called ${provider}`);
  return explainUnreachable({ spec, url, origin });
}

test('a page that gets no answer says how the server allows it', () => {
  const here = 'http://127.0.0.1:4319';
  expect(explain('ollama', 'http://localhost:11434/api', here)).toContain(`OLLAMA_ORIGINS=${here} where Ollama starts`);
  expect(explain('openai-compatible', 'http://localhost:1234/v1', here)).toContain(`allows pages of ${here} (CORS)`);
  expect(explain('openai', 'https://api.openai.com/v1', here)).toContain('Only OpenAI can say');
});

test('a page from the internet needs a permission of the browser too, for a server on this machine or its network', () => {
  const site = 'https://signalbox.example';
  for (const url of ['http://localhost:11434/api', 'http://192.168.1.5:11434/api', 'http://box.local:11434/api'])
    expect(explain('ollama', url, site), url).toContain('Local network access');
  for (const [url, origin] of [
    ['https://models.example/api', site],
    ['http://localhost:11434/api', 'http://localhost:4319'],
  ] as const)
    expect(explain('ollama', url, origin), url).not.toContain('Local network access');
});
