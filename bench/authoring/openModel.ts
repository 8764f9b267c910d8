import { createPerformer } from '../../engine/effects/index.ts';
import { readAnswer } from '../../engine/run/index.ts';
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
  return async (instructions, messages) => {
    const outcome = await performer.perform(
      {
        type: 'model.call',
        key: 'bench/authoring/1/1/1',
        taskId: 'authoring',
        env: {},
        simulate: false,
        seed: 1,
        agentId: 'author',
        provider,
        model,
        config,
        instructions,
        messages,
        tools: [],
        outputSchema: null,
      },
      new AbortController().signal,
    );
    if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`);
    return readAnswer(outcome.value).text;
  };
}
