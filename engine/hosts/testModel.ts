import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { createPerformer, type Delay, type HostPorts } from '../effects/index.ts';
import { compileData, evaluateCompiled } from '../expression/index.ts';
import { analyze } from '../graph/index.ts';
import type { ModelCall, OutcomeWarning, RunError } from '../run/index.ts';
import { prepareEnv } from './prepareEnv.ts';
import type { Variable } from './RunRequest.ts';

/** A model to test: the `config` of an agent as in its file, with templates. */
export interface ModelTestRequest {
  readonly config: JsonObject;
  readonly variables: readonly Variable[];
}

/** The result: the model that answered with its duration in ms, or the error. */
export type ModelTest =
  | {
      readonly ok: true;
      readonly model: string;
      readonly text: string;
      readonly duration: number;
      readonly usage: Json;
      readonly warnings: readonly OutcomeWarning[];
    }
  | { readonly ok: false; readonly error: RunError };

/** What a host provides for a test. */
export interface ModelTestContext {
  readonly now: () => number;
  /** An unguessable text. */
  readonly salt: string;
  readonly ports: HostPorts;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  readonly delay?: Delay;
}

/** Most tokens of the answer, unless the config sets `max_tokens`. */
const FEW_TOKENS = 16;

/** Asks a model for one word, in one request: this tests address, key and model. Templates may read only `env`. */
export async function testModel(request: ModelTestRequest, context: ModelTestContext): Promise<ModelTest> {
  const { workflow } = analyze('', JSON.stringify({ agents: [{ id: 'test', config: request.config }] }));
  const { env, vault } = prepareEnv(workflow, request.variables, context.salt);
  const scope = { root: (name: string) => (name === 'env' ? env : undefined), now: context.now, random: () => 0 };
  const evaluated = evaluateCompiled(compileData(workflow.agents[0]?.config ?? null), scope);
  if (!evaluated.ok) {
    const { code, message, source } = evaluated.error;
    return {
      ok: false,
      error: { code, message: `config: ${message}`, details: { type: 'expression', reason: message, source } },
    };
  }
  const [unset] = evaluated.value.missing.filter((path) => path.startsWith('env.'));
  if (unset !== undefined) {
    const message = `config reads ${unset}, which has no value here. Set it under Variables.`;
    return {
      ok: false,
      error: {
        code: 'CONFIGURATION_ERROR',
        message,
        details: { type: 'model', reason: 'missing_variable', path: unset },
      },
    };
  }
  const config = isJsonObject(evaluated.value.value) ? evaluated.value.value : {};
  const { ports, fetch, delay } = context;
  const performer = createPerformer({
    ...ports,
    baseUrl: '',
    resolveSecret: vault.resolveSecret,
    ...(fetch === undefined ? {} : { fetch }),
    ...(delay === undefined ? {} : { delay }),
  });
  const begun = context.now();
  const outcome = await performer.perform(toCall(config, env), new AbortController().signal);
  performer.close();
  if (!outcome.ok) return { ok: false, error: outcome.error };
  const answer = isJsonObject(outcome.value) ? outcome.value : {};
  return {
    ok: true,
    model: textOf(answer['model']),
    text: textOf(answer['text']),
    duration: context.now() - begun,
    usage: answer['usage'] ?? null,
    // A cut answer is expected: it may have only a few tokens.
    warnings: outcome.warnings.filter(({ code }) => code !== 'ANSWER_CUT'),
  };
}

function toCall(config: JsonObject, env: JsonObject): ModelCall {
  return {
    type: 'model.call',
    key: 'test/model',
    taskId: 'test',
    env,
    simulate: false,
    seed: 1,
    agentId: 'test',
    provider: textOf(config['provider']),
    model: textOf(config['model']),
    config: { max_tokens: FEW_TOKENS, ...config },
    instructions: '',
    messages: [{ role: 'user', content: 'Answer with the one word OK.' }],
    tools: [],
    outputSchema: null,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
