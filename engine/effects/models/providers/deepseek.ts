import { createDeepSeek } from '@ai-sdk/deepseek';
import type { CreateModel } from '../ProviderSpec.ts';

/** DeepSeek's chat interface. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createDeepSeek({ baseURL: url, apiKey, headers, fetch })(model),
  options: {},
});
