import { createOpenAI } from '@ai-sdk/openai';
import type { CreateModel } from '../ProviderSpec.ts';

/** The Responses API; with `config.api: chat`, Chat Completions. */
export const createModel: CreateModel = ({ model, url, apiKey, headers, api, fetch }) => {
  const provider = createOpenAI({ baseURL: url, apiKey, headers, fetch });
  // A strict schema is another dialect: every key required, none left open.
  const options = { openai: { strictJsonSchema: false } };
  return { model: api === 'chat' ? provider.chat(model) : provider.responses(model), options };
};
