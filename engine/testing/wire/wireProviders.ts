import type { JsonObject } from '../../base/index.ts';

/** A provider as it is reached on a {@link ModelServer}, and the format it speaks there. */
export interface WireProvider {
  /** For titles of tests. */
  readonly label: string;
  readonly provider: string;
  readonly format: string;
  /** Path of its base address. */
  readonly path: string;
  readonly config?: JsonObject;
}

/** Every provider with each interface it has. */
export const WIRE_PROVIDERS: readonly WireProvider[] = [
  { label: 'openai', provider: 'openai', format: 'openai-responses', path: 'openai/v1' },
  { label: 'openai, chat', provider: 'openai', format: 'openai-chat', path: 'openai/v1', config: { api: 'chat' } },
  { label: 'anthropic', provider: 'anthropic', format: 'anthropic', path: 'anthropic/v1' },
  { label: 'google', provider: 'google', format: 'gemini', path: 'google/v1beta' },
  { label: 'mistral', provider: 'mistral', format: 'mistral', path: 'mistral/v1' },
  { label: 'groq', provider: 'groq', format: 'openai-chat', path: 'groq/openai/v1' },
  { label: 'deepseek', provider: 'deepseek', format: 'openai-chat', path: 'deepseek' },
  { label: 'xai', provider: 'xai', format: 'openai-responses', path: 'xai/v1' },
  { label: 'openrouter', provider: 'openrouter', format: 'openai-chat', path: 'openrouter/api/v1' },
  { label: 'together', provider: 'together', format: 'openai-chat', path: 'together/v1' },
  { label: 'cohere', provider: 'cohere', format: 'cohere', path: 'cohere/v2' },
  { label: 'ollama', provider: 'ollama', format: 'ollama', path: 'ollama/api' },
  { label: 'openai-compatible', provider: 'openai-compatible', format: 'openai-chat', path: 'own/v1' },
];
