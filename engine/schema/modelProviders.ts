/** Every name `config.provider` of an agent may have, as forms and completion offer them. */
export const MODEL_PROVIDERS: readonly string[] = [
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
  'mock',
];
