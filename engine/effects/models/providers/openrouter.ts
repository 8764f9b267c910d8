import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import type { CreateModel } from '../ProviderSpec.ts';

/** OpenRouter's chat interface. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createOpenRouter({ baseURL: url, apiKey, headers, fetch, compatibility: 'strict' }).chat(model),
  options: {},
});
