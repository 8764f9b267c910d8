import { createOllama } from 'ollama-ai-provider-v2';
import type { CreateModel } from '../ProviderSpec.ts';

/** Ollama's own chat interface. A key, where a gateway asks for one, goes as a bearer. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, fetch }) => ({
  model: createOllama({
    baseURL: url,
    fetch,
    headers: apiKey === '' ? headers : { authorization: `Bearer ${apiKey}`, ...headers },
  })(model),
  options: {},
});
