import { createGroq } from '@ai-sdk/groq';
import type { CreateModel } from '../ProviderSpec.ts';

/** Groq's chat interface. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createGroq({ baseURL: url, apiKey, headers, fetch })(model),
  options: { groq: { strictJsonSchema: false } },
});
