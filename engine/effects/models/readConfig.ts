import { isJsonObject, type Json, type JsonObject, ok } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import type { ModelCall } from '../../run/index.ts';
import { type Attempt, fail } from '../outcome.ts';
import type { ProviderSpec } from './ProviderSpec.ts';

/** An agent's `config`, sorted by where each field goes. */
export interface ModelConfig {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Empty where there is none. */
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly api: string;
  /** How long nothing may come, in ms. */
  readonly timeout: number;
  /** False: a schema is part of the prompt, whatever the provider can do. */
  readonly structured: boolean;
  /** What the library knows. */
  readonly settings: ModelKnobs;
  /** Everything else: merged into the body of the request as it is. */
  readonly body: JsonObject;
}

/** Settings every library takes, and says when a model has no use for one. */
export interface ModelKnobs {
  temperature?: number;
  maxOutputTokens?: number;
  topP?: number;
  topK?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  seed?: number;
  stopSequences?: string[];
}

const KNOBS: Readonly<Record<string, Exclude<keyof ModelKnobs, 'stopSequences'>>> = {
  temperature: 'temperature',
  max_tokens: 'maxOutputTokens',
  top_p: 'topP',
  top_k: 'topK',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
};

/** Read by Signalbox itself; never sent to a provider. */
const OURS: ReadonlySet<string> = new Set([
  'provider',
  'model',
  'url',
  'api_key',
  'api',
  'headers',
  'timeout',
  'structured_output',
  'max_steps',
  'mock',
  'repeat',
  'price',
]);

/** How long a provider may be silent, in ms. */
const DEFAULT_TIMEOUT = 300_000;

/**
 * Sorts an agent's `config` (format.md section 9). Numbers may be texts that hold one, as templates make them. Fails with
 * CONFIGURATION_ERROR for a field that cannot be sent, and for a key or an address that is missing.
 */
export function readModelConfig(spec: ProviderSpec, { agentId, config }: ModelCall): Attempt<ModelConfig> {
  const invalid = (field: string, message: string): Attempt<never> =>
    fail('CONFIGURATION_ERROR', message, {
      type: 'model',
      reason: 'config',
      provider: spec.name,
      agent: agentId,
      field,
    });
  const url = readUrl(spec, config['url']);
  if (!url.ok) return invalid('url', url.message);
  const apiKey = textOf(config['api_key']);
  if (apiKey === '' && spec.keyVariable !== null) return missingKey(spec, agentId);
  const headers = readHeaders(config['headers']);
  if (headers === null) return invalid('headers', 'config.headers must be a map of names to texts.');
  const timeout = readTimeout(config['timeout']);
  if (timeout === null) return invalid('timeout', 'config.timeout must be a duration such as 90s.');
  const settings: ModelKnobs = {};
  let body: JsonObject = {};
  for (const [name, value] of Object.entries(config)) {
    if (OURS.has(name) || value === null) continue;
    // A bound that nothing keeps to is worse than none.
    if (name === 'budget')
      return invalid(
        name,
        'An agent has no budget. Give the run one, in its form or by --budget-tokens, and leave config.budget out.',
      );
    const knob = KNOBS[name];
    const given = knob === undefined ? value : numberOf(value);
    if (given === null) return invalid(name, `config.${name} must be a number, and is ${JSON.stringify(value)}.`);
    const place = spec.place?.[name];
    if (place !== undefined) body = mergeBody(body, place(given));
    else if (knob !== undefined && typeof given === 'number') settings[knob] = given;
    else if (name === 'stop') settings.stopSequences = (Array.isArray(value) ? value : [value]).map(String);
    else body = mergeBody(body, { [name]: value });
  }
  const structured = config['structured_output'] !== false;
  const api = textOf(config['api']);
  return ok({ url: url.value, apiKey, headers, api, timeout, structured, settings, body });
}

/** One object over another; maps are merged, everything else is replaced. */
export function mergeBody(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const known = merged.get(name);
    merged.set(name, isJsonObject(known) && isJsonObject(value) ? mergeBody(known, value) : value);
  }
  return Object.fromEntries(merged);
}

function missingKey(spec: ProviderSpec, agent: string): Attempt<never> {
  const name = spec.keyVariable ?? 'API_KEY';
  return fail(
    'CONFIGURATION_ERROR',
    `${spec.title} needs a key, and agent ${agent} does not have one. Add a secret ${name} under Variables and write api_key: "{{ env.${name} }}" in the config of the agent.`,
    { type: 'model', reason: 'missing_key', provider: spec.name, agent, variable: name },
  );
}

type Address = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly message: string };

/** An address without a path gets the provider's usual one: `http://localhost:1234` means `http://localhost:1234/v1`. */
function readUrl(spec: ProviderSpec, value: Json | undefined): Address {
  const given = textOf(value).trim() || spec.url;
  if (given === '')
    return { ok: false, message: `The provider ${spec.name} needs config.url, such as http://localhost:1234/v1.` };
  if (given.startsWith('⟦')) {
    return {
      ok: false,
      message: 'config.url comes from a secret. Make it a usual variable: secrets belong in api_key and headers.',
    };
  }
  if (!URL.canParse(given) || !/^https?:/i.test(given)) {
    return {
      ok: false,
      message: `config.url is “${given}”, which is not an address. Write one such as ${spec.url || 'http://localhost:1234/v1'}.`,
    };
  }
  const bare = given.replace(/\/+$/, '');
  return { ok: true, value: /^https?:\/\/[^/?#]+$/i.test(bare) ? `${bare}${spec.path}` : bare };
}

function readHeaders(value: Json | undefined): Readonly<Record<string, string>> | null {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) return null;
  const entries = Object.entries(value).map(([name, text]) => [
    name,
    typeof text === 'string' ? text : JSON.stringify(text),
  ]);
  return Object.fromEntries(entries);
}

function readTimeout(value: Json | undefined): number | null {
  if (value === undefined || value === null) return DEFAULT_TIMEOUT;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration?.ok === true && duration.value > 0 ? duration.value : null;
}

function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
