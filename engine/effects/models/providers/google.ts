import { createGoogle } from '@ai-sdk/google';
import type { CreateModel } from '../ProviderSpec.ts';

/** The Gemini API. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createGoogle({ baseURL: url, apiKey, headers, fetch })(model),
  options: {},
});
