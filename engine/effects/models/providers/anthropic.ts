import { createAnthropic } from '@ai-sdk/anthropic';
import type { CreateModel } from '../ProviderSpec.ts';

/** Messages. The header is Anthropic's condition for calls from pages. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => {
  const provider = createAnthropic({
    baseURL: url,
    apiKey,
    fetch,
    headers: { 'anthropic-dangerous-direct-browser-access': 'true', ...headers },
  });
  return { model: provider(model), options: {} };
};
