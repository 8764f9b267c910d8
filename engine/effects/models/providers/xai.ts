import { createXai } from '@ai-sdk/xai';
import type { CreateModel } from '../ProviderSpec.ts';

/** xAI's responses interface. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createXai({ baseURL: url, apiKey, headers, fetch })(model),
  options: {},
});
