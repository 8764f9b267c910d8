import type { Json, JsonObject } from '../../base/index.ts';
import type { ProviderSpec } from './ProviderSpec.ts';

const proxyOrShell =
  'If it does not answer pages at all, set config.url to a proxy of yours that adds Access-Control-Allow-Origin, or run the workflow with the command line, which has no such limit.';

function other(title: string): () => string {
  return () => `Nobody but ${title} can say whether it answers pages. ${proxyOrShell}`;
}

/** Where Ollama reads settings of a model. */
function inOptions(name: string, value: Json): JsonObject {
  return { options: { [name]: value } };
}

const SPECS: readonly ProviderSpec[] = [
  {
    name: 'openai',
    title: 'OpenAI',
    url: 'https://api.openai.com/v1',
    path: '/v1',
    keyVariable: 'OPENAI_API_KEY',
    structured: 'always',
    remedy: other('OpenAI'),
    load: () => import('./providers/openai.ts'),
  },
  {
    name: 'anthropic',
    title: 'Anthropic',
    url: 'https://api.anthropic.com/v1',
    path: '/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    structured: 'always',
    remedy: () =>
      `Anthropic answers pages that send the header anthropic-dangerous-direct-browser-access, as Signalbox does, unless the organization of the key forbids it. ${proxyOrShell}`,
    load: () => import('./providers/anthropic.ts'),
  },
  {
    name: 'google',
    title: 'Google',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    structured: 'without-tools',
    remedy: other('Google'),
    load: () => import('./providers/google.ts'),
  },
  {
    name: 'mistral',
    title: 'Mistral',
    url: 'https://api.mistral.ai/v1',
    path: '/v1',
    keyVariable: 'MISTRAL_API_KEY',
    structured: 'without-tools',
    remedy: other('Mistral'),
    load: () => import('./providers/mistral.ts'),
  },
  {
    name: 'groq',
    title: 'Groq',
    url: 'https://api.groq.com/openai/v1',
    path: '/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    structured: 'without-tools',
    remedy: other('Groq'),
    load: () => import('./providers/groq.ts'),
  },
  {
    name: 'deepseek',
    title: 'DeepSeek',
    url: 'https://api.deepseek.com',
    path: '',
    keyVariable: 'DEEPSEEK_API_KEY',
    structured: 'without-tools',
    remedy: other('DeepSeek'),
    load: () => import('./providers/deepseek.ts'),
  },
  {
    name: 'xai',
    title: 'xAI',
    url: 'https://api.x.ai/v1',
    path: '/v1',
    keyVariable: 'XAI_API_KEY',
    structured: 'always',
    remedy: other('xAI'),
    load: () => import('./providers/xai.ts'),
  },
  {
    name: 'openrouter',
    title: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    path: '/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    structured: 'without-tools',
    remedy: other('OpenRouter'),
    load: () => import('./providers/openrouter.ts'),
  },
  {
    name: 'together',
    title: 'Together',
    url: 'https://api.together.xyz/v1',
    path: '/v1',
    keyVariable: 'TOGETHER_API_KEY',
    structured: 'in-words-too',
    remedy: other('Together'),
    load: () => import('./providers/together.ts'),
  },
  {
    name: 'cohere',
    title: 'Cohere',
    url: 'https://api.cohere.com/v2',
    path: '/v2',
    keyVariable: 'COHERE_API_KEY',
    structured: 'without-tools',
    remedy: other('Cohere'),
    load: () => import('./providers/cohere.ts'),
  },
  {
    name: 'ollama',
    title: 'Ollama',
    url: 'http://127.0.0.1:11434/api',
    path: '/api',
    keyVariable: null,
    structured: 'without-tools',
    place: {
      top_k: (value) => inOptions('top_k', value),
      seed: (value) => inOptions('seed', value),
      stop: (value) => inOptions('stop', value),
      frequency_penalty: (value) => inOptions('frequency_penalty', value),
      presence_penalty: (value) => inOptions('presence_penalty', value),
    },
    remedy: (origin) =>
      `See that Ollama runs, and allow this page: set the environment variable OLLAMA_ORIGINS=${origin} where Ollama starts, and start it again.`,
    load: () => import('./providers/ollama.ts'),
  },
  {
    name: 'openai-compatible',
    title: 'The server',
    url: '',
    path: '/v1',
    keyVariable: null,
    structured: 'without-tools',
    remedy: (origin) =>
      `See that the server runs, and that it allows pages of ${origin} (CORS): LM Studio has a switch for it in its server settings, vLLM the option --allowed-origins.`,
    load: () => import('./providers/openaiCompatible.ts'),
  },
];

/** Every provider that is reached over HTTP, by its name in `config.provider`. */
export const PROVIDER_SPECS: ReadonlyMap<string, ProviderSpec> = new Map(SPECS.map((spec) => [spec.name, spec]));
