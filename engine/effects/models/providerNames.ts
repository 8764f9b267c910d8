/** Every name `config.provider` may have. */
export const PROVIDER_NAMES: readonly string[] = [
  'mock',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'groq',
  'deepseek',
  'xai',
  'openrouter',
  'together',
  'cohere',
  'ollama',
  'openai-compatible',
];
