import { createTogetherAI } from '@ai-sdk/togetherai';
import type { CreateModel } from '../ProviderSpec.ts';

/** Together's chat interface. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createTogetherAI({ baseURL: url, apiKey, headers, fetch })(model),
  options: { togetherai: { strictJsonSchema: false } },
});
