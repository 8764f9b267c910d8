import { createCohere } from '@ai-sdk/cohere';
import type { CreateModel } from '../ProviderSpec.ts';

/** Cohere's chat, version 2. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createCohere({ baseURL: url, apiKey, headers, fetch })(model),
  options: {},
});
