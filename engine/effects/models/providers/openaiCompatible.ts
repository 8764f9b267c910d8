import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { CreateModel } from '../ProviderSpec.ts';

/** Any server that speaks OpenAI's Chat Completions. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    ...(apiKey === '' ? {} : { apiKey }),
    headers,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model),
  options: { compatible: { strictJsonSchema: false } },
});
