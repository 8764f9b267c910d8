import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { isJsonObject, type Json, type JsonObject, messageOf, ok } from '../../base/index.ts';
import type { ModelCall, Outcome } from '../../run/index.ts';
import { MODEL_PROVIDERS } from '../../tools/index.ts';
import type { Delay } from '../delay.ts';
import type { Egress } from '../egress.ts';
import { createEgressFetch, type EgressFetch } from '../egressFetch.ts';
import { keepDigits } from '../exact/rewriteStream.ts';
import { limitResponse, MODEL_LINES, MODEL_STREAM } from '../limitStream.ts';
import { type Attempt, cancelled, fail } from '../outcome.ts';
import type { HostPorts } from '../ports.ts';
import type { CreateModel, ModelSettings, ProviderSpec } from './ProviderSpec.ts';
import { type ModelConfig, mergeBody, readModelConfig } from './readConfig.ts';
import { type FaultContext, ofKind, readFault } from './readFault.ts';
import { readStream } from './readStream.ts';
import { PROVIDER_SPECS } from './specs.ts';
import { askFor, toOutcome, toPrompt, toSchema, toTools } from './toPrompt.ts';

/** What a provider may use for one turn. */
export interface ModelContext {
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly delay: Delay;
  /** Counts calls with the same script in this run: 0 for the first. */
  readonly nextIndex: (script: string) => number;
  /** Called with text as it streams. */
  readonly ports: Pick<HostPorts, 'onProgress'>;
}

/** The port of every model. Answers one turn with a `ModelAnswer`, or a typed failure. */
export type ModelProvider = (call: ModelCall, context: ModelContext) => Promise<Outcome>;

/** Asks a provider for one turn; a provider that is not here is a CONFIGURATION_ERROR. */
export async function askProvider(call: ModelCall, context: ModelContext): Promise<Outcome> {
  const spec = PROVIDER_SPECS.get(call.provider);
  return spec === undefined ? unknownProvider(call) : askModel(spec, call, context);
}

function unknownProvider(call: ModelCall): Outcome {
  const what =
    call.provider === ''
      ? `The agent ${call.agentId} names no provider`
      : `There is no model provider “${call.provider}” here`;
  return fail(
    'CONFIGURATION_ERROR',
    `${what}. Available: ${MODEL_PROVIDERS.join(', ')}. Set config.provider of the agent ${call.agentId}, or start a simulated run.`,
    { type: 'model', reason: 'unknown_provider', provider: call.provider, available: [...MODEL_PROVIDERS] },
  );
}

/**
 * Asks a provider for one turn, streamed. One call is at most one request: nothing is repeated here, no tool is executed.
 * Every field of the config reaches the request, or a warning of the outcome says that it did not.
 */
async function askModel(spec: ProviderSpec, call: ModelCall, context: ModelContext): Promise<Outcome> {
  const config = readModelConfig(spec, call);
  if (!config.ok) return config;
  const { url, timeout } = config.value;
  const fault: FaultContext = { spec, model: call.model, url, origin: pageOrigin() };
  if (call.model === '') {
    const message = `Agent ${call.agentId} names no model. Set config.model, as ${spec.title} calls it.`;
    return ofKind({ code: 'CONFIGURATION_ERROR', reason: 'missing_model' }, message, fault);
  }
  const library = await loadLibrary(spec);
  if (!library.ok) return library;
  const watch = startWatch(context, timeout);
  try {
    const egress = createEgressFetch(context.egress, watch.signal);
    const stream = limitStream(egress.fetch, spec);
    const settings = toSettings(call, config.value, { ...egress, fetch: stream.fetch });
    const { model, options } = library.value(settings);
    const wanted = toWanted(spec, call, config.value);
    const answer = await model.doStream({
      ...toOptions(call, config.value, wanted),
      providerOptions: options,
      abortSignal: watch.signal,
    });
    const onText = (text: string): void => context.ports.onProgress?.({ key: call.key, text });
    const listener = { onText, onPart: watch.renew, onContent: stream.renew };
    return withAdded(toOutcome(await readStream(answer.stream, listener), call, fault), wanted.schema);
  } catch (error) {
    if (context.signal.aborted) return cancelled();
    if (!watch.isTimedOut()) return readFault(error, fault);
    const message = `${spec.title} was silent for ${timeout / 1000} s. Raise config.timeout if it needs longer.`;
    return ofKind({ code: 'TIMEOUT_ERROR', reason: 'silent' }, message, fault);
  } finally {
    watch.stop();
  }
}

/** Each library is a separate file, loaded with the first call of a model. */
async function loadLibrary(spec: ProviderSpec): Promise<Attempt<CreateModel>> {
  try {
    // In a separate file, so that zod is not part of this one.
    (await import('./forbidEval.ts')).forbidEval();
    return ok((await spec.load()).createModel);
  } catch (error) {
    return fail(
      'COMMUNICATION_ERROR',
      `The module of Signalbox for ${spec.title} could not be loaded: ${messageOf(error)}. Reload the page, or check the network.`,
      { type: 'model', reason: 'library', provider: spec.name },
    );
  }
}

function ignore(): void {
  // There is no answer yet.
}

/** A fetch whose answers are bounded and keep their digits; `renew` reports that a part was used. */
function limitStream(
  fetch: EgressFetch['fetch'],
  { streamForm = 'events' }: ProviderSpec,
): { readonly fetch: EgressFetch['fetch']; readonly renew: () => void } {
  let renew = ignore;
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const limits = streamForm === 'lines' ? MODEL_LINES : MODEL_STREAM;
      const limited = limitResponse(response, { form: response.ok ? streamForm : 'json', limits });
      renew = limited.renew;
      return response.ok ? keepDigits(limited.response) : limited.response;
    },
    renew: () => renew(),
  };
}

function toSettings(call: ModelCall, config: ModelConfig, { fetch, toStandIn }: EgressFetch): ModelSettings {
  const headers = Object.entries(config.headers).map(([name, value]) => [name, toStandIn(value)]);
  return {
    model: call.model,
    url: toStandIn(config.url),
    apiKey: toStandIn(config.apiKey),
    headers: Object.fromEntries(headers),
    api: config.api,
    fetch: (input, init) => fetch(input, withBody(init, config.body)),
  };
}

/** Adds the fields that no library knows where the provider reads them: to the body, under their own names. */
function withBody(init: RequestInit | undefined, more: JsonObject): RequestInit | undefined {
  if (init === undefined || typeof init.body !== 'string' || Object.keys(more).length === 0) return init;
  const body: Json = JSON.parse(init.body);
  return isJsonObject(body) ? { ...init, body: JSON.stringify(mergeBody(body, more)) } : init;
}

/** How an answer that fits a schema is asked for. */
interface Wanted {
  /** Whether the schema is handed to the provider itself. */
  readonly isNative: boolean;
  /** The schema that is asked for in words; null: none is. */
  readonly schema: Json | null;
}

/** A schema is handed to the provider itself where it can do that with these tools, and the schema is of an object. */
function toWanted(spec: ProviderSpec, { outputSchema: schema, tools }: ModelCall, config: ModelConfig): Wanted {
  const isObject = isJsonObject(schema) && schema['type'] === 'object';
  const can = spec.structured === 'always' || tools.length === 0;
  const isNative = isObject && can && config.structured;
  return { isNative, schema: isNative && spec.structured !== 'in-prompt-too' ? null : schema };
}

function toOptions(call: ModelCall, config: ModelConfig, { isNative, schema }: Wanted): LanguageModelV4CallOptions {
  const { outputSchema, tools } = call;
  return {
    ...config.settings,
    prompt: toPrompt(call, schema),
    ...(isNative ? { responseFormat: { type: 'json', name: 'answer', schema: toSchema(outputSchema) } } : {}),
    ...(tools.length === 0 ? {} : { tools: toTools(tools), toolChoice: { type: 'auto' } }),
  };
}

/** An answer with the words in which its schema was asked for. */
function withAdded(outcome: Outcome, schema: Json | null): Outcome {
  if (!outcome.ok || schema === null || !isJsonObject(outcome.value)) return outcome;
  return { ...outcome, value: { ...outcome.value, added: askFor(schema) } };
}

/** Where the page of this worker is; null outside a browser. */
function pageOrigin(): string | null {
  const place: unknown = Reflect.get(globalThis, 'location');
  const origin: unknown = typeof place === 'object' && place !== null ? Reflect.get(place, 'origin') : null;
  return typeof origin === 'string' ? origin : null;
}

/** Ends a call whose provider has fallen silent. */
interface Watch {
  /** Aborts with the call, or once the provider was silent for too long. */
  readonly signal: AbortSignal;
  /** The provider has sent something. */
  readonly renew: () => void;
  readonly isTimedOut: () => boolean;
  /** The call has ended. */
  readonly stop: () => void;
}

/** Events this soon after the last counted one are throttled, in ms: streams bring them by the thousand. */
const MOST_THROTTLE = 50;

/** Watches a call: `limit` ms of silence abort it, to within a twentieth of them or 50 ms, whichever is less. */
function startWatch({ signal, delay }: Pick<ModelContext, 'signal' | 'delay'>, limit: number): Watch {
  const silence = new AbortController();
  const throttle = Math.min(MOST_THROTTLE, limit / 20);
  let round = new AbortController();
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = (): void => {
    const at = performance.now();
    if (at - renewedAt < throttle) return;
    renewedAt = at;
    round.abort();
    const now = new AbortController();
    round = now;
    void delay(limit, AbortSignal.any([now.signal, signal])).then(() => {
      if (!now.signal.aborted && !signal.aborted) silence.abort();
    });
  };
  renew();
  return {
    signal: AbortSignal.any([signal, silence.signal]),
    renew,
    isTimedOut: () => silence.signal.aborted,
    stop: () => round.abort(),
  };
}
