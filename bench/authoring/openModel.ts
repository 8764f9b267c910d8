import { createPerformer } from '../../engine/effects/index.ts';
import type { Model } from './converse.ts';

/** A model of a provider that Signalbox has. */
export interface ModelName {
  /** `PROVIDER/MODEL`, such as `ollama/qwen3`. */
  readonly name: string;
  /** Where it is, for those that are not at a known address. */
  readonly url: string | null;
  /** Its key; null: it needs none. */
  readonly key: string | null;
}

/** A model as workflows ask it. It rejects with what the provider says. */
export function openModel({ name, url, key }: ModelName): Model {
  const [provider = '', ...rest] = name.split('/');
  const model = rest.join('/');
  if (provider === '' || model === '') throw new Error(`--model needs PROVIDER/MODEL, not "${name}".`);
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, mcpServers: [] });
  const config = {
    provider,
    model,
    ...(url === null ? {} : { url }),
    ...(key === null ? {} : { api_key: key }),
  };
  return {
    config,
    ask: async (call) => {
      const outcome = await performer.perform(call, new AbortController().signal);
      if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`);
      return outcome;
    },
  };
}
