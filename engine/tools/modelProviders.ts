/** How one provider of models is reached, as far as the user has to know. */
export interface ModelProvider {
  /** Its name for users. */
  readonly title: string;
  /** Base address where there is no `config.url`, whose path is added to one that has none; null: `config.url` must be there. */
  readonly url: string | null;
  /** Name usual for the variable that holds the key; null: no key is needed. */
  readonly keyVariable: string | null;
}

/** Every provider that is asked over HTTP, by its name in `config.provider` of an agent, in the order a list shows them. */
export const REMOTE_PROVIDERS = {
  openai: { title: 'OpenAI', url: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  anthropic: { title: 'Anthropic', url: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
  google: {
    title: 'Google',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  mistral: { title: 'Mistral', url: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  groq: { title: 'Groq', url: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  deepseek: { title: 'DeepSeek', url: 'https://api.deepseek.com', keyVariable: 'DEEPSEEK_API_KEY' },
  xai: { title: 'xAI', url: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY' },
  openrouter: {
    title: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  together: { title: 'Together', url: 'https://api.together.xyz/v1', keyVariable: 'TOGETHER_API_KEY' },
  cohere: { title: 'Cohere', url: 'https://api.cohere.com/v2', keyVariable: 'COHERE_API_KEY' },
  ollama: { title: 'Ollama', url: 'http://127.0.0.1:11434/api', keyVariable: null },
  'openai-compatible': { title: 'The server', url: null, keyVariable: null },
} as const satisfies Readonly<Record<string, ModelProvider>>;

/** A provider that is asked over HTTP. */
export type RemoteProvider = keyof typeof REMOTE_PROVIDERS;

/** Answers from the agent's own script, or makes answers up; sends no request. */
export const MOCK_PROVIDER = 'mock';

/** Every name `config.provider` of an agent may have. */
export const MODEL_PROVIDERS: readonly string[] = [...Object.keys(REMOTE_PROVIDERS), MOCK_PROVIDER];
