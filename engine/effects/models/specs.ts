import type { Json, JsonObject } from '../../base/index.ts';
import { REMOTE_PROVIDERS, type RemoteProvider } from '../../tools/index.ts';
import type { ProviderAccess, ProviderSpec } from './ProviderSpec.ts';

const proxyOrShell =
  'If it does not answer pages at all, set config.url to a proxy of yours that adds Access-Control-Allow-Origin, or run the workflow with the command line, which has no such limit.';

/** Settings that a server with OpenAI's interface usually reads. */
const DEFAULT_SERVER = 'http://localhost/v1';

/** The path of a model's settings in a request to Ollama. */
function inOptions(name: string, value: Json): JsonObject {
  return { options: { [name]: value } };
}

const ACCESS: Readonly<Record<RemoteProvider, ProviderAccess>> = {
  openai: {
    structured: 'always',
    // Responses give a reason only where an answer ended early.
    endsWithoutReason: true,
    load: () => import('./providers/openai.ts'),
  },
  anthropic: {
    structured: 'always',
    remedy: () =>
      `Anthropic answers pages that send the header anthropic-dangerous-direct-browser-access, as Signalbox does, unless the organization of the key forbids it. ${proxyOrShell}`,
    load: () => import('./providers/anthropic.ts'),
  },
  google: {
    structured: 'without-tools',
    load: () => import('./providers/google.ts'),
  },
  mistral: {
    structured: 'without-tools',
    load: () => import('./providers/mistral.ts'),
  },
  groq: {
    structured: 'without-tools',
    load: () => import('./providers/groq.ts'),
  },
  deepseek: {
    structured: 'without-tools',
    load: () => import('./providers/deepseek.ts'),
  },
  xai: {
    structured: 'always',
    load: () => import('./providers/xai.ts'),
  },
  openrouter: {
    structured: 'without-tools',
    load: () => import('./providers/openrouter.ts'),
  },
  together: {
    structured: 'in-prompt-too',
    load: () => import('./providers/together.ts'),
  },
  cohere: {
    structured: 'without-tools',
    load: () => import('./providers/cohere.ts'),
  },
  ollama: {
    structured: 'without-tools',
    streamForm: 'lines',
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
  'openai-compatible': {
    structured: 'without-tools',
    remedy: (origin) =>
      `See that the server runs, and that it allows pages of ${origin} (CORS): LM Studio has a switch for it in its server settings, vLLM the option --allowed-origins.`,
    load: () => import('./providers/openaiCompatible.ts'),
  },
};

/** Every provider that is reached over HTTP, by its name in `config.provider`. */
export const PROVIDER_SPECS: ReadonlyMap<string, ProviderSpec> = new Map(
  (Object.keys(ACCESS) as RemoteProvider[]).map((name) => [name, toSpec(name)]), // Its keys are the names.
);

function toSpec(name: RemoteProvider): ProviderSpec {
  const { title, url, keyVariable } = REMOTE_PROVIDERS[name];
  const remedy = (): string => `Only ${title} can say whether it answers pages. ${proxyOrShell}`;
  return { name, title, keyVariable, url: url ?? '', path: pathOf(url ?? DEFAULT_SERVER), remedy, ...ACCESS[name] };
}

/** The path of an address without a slash at its end; empty where there is none. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
