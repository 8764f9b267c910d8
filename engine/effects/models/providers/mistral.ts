import { createMistral } from '@ai-sdk/mistral';
import type { CreateModel } from '../ProviderSpec.ts';

/** La Plateforme of Mistral. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createMistral({ baseURL: url, apiKey, headers, fetch })(model),
  options: {},
});
