import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../base/index.ts';
import type { ModelProvider } from '../../tools/index.ts';
import type { StreamForm } from '../limitStream.ts';

/** What a model is created with. Texts may hold placeholders of secrets, never values. */
export interface ModelSettings {
  readonly model: string;
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Empty where the provider needs none. */
  readonly apiKey: string;
  readonly headers: Record<string, string>;
  /** Which of a provider's interfaces: `config.api`. */
  readonly api: string;
  readonly fetch: typeof globalThis.fetch;
}

/** A model of a library, and the options of every call. */
export interface LoadedModel {
  readonly model: Pick<LanguageModelV4, 'doStream'>;
  readonly options: SharedV4ProviderOptions;
}

/** Creates a model; sends no request yet. */
export type CreateModel = (settings: ModelSettings) => LoadedModel;

/** How one provider is asked: what is besides its declaration. */
export interface ProviderAccess {
  /**
   * When a schema is handed to the provider itself; else it is part of the prompt and the answer is parsed. `in-prompt-too`: only
   * some models take one, so it is passed in both ways, without tools.
   */
  readonly structured: 'always' | 'without-tools' | 'in-prompt-too';
  /** How its answers stream; server-sent events when absent. */
  readonly streamForm?: StreamForm;
  /** True where its library has no reason of the provider's own for an answer that ended well; else an answer without one broke off. */
  readonly endsWithoutReason?: true;
  /** The path in the body of a request of settings that its library omits, by the name in `config`. */
  readonly place?: Readonly<Record<string, (value: Json) => JsonObject>>;
  /** How a page of `origin` can be allowed to call it; absent: only the provider can say. */
  readonly remedy?: (origin: string) => string;
  readonly load: () => Promise<{ readonly createModel: CreateModel }>;
}

/** How one provider is reached, without its library. */
export interface ProviderSpec extends Omit<ModelProvider, 'url'>, ProviderAccess {
  /** As `config.provider` has it. */
  readonly name: string;
  /** Base address where `config.url` has none; empty: `config.url` is required. */
  readonly url: string;
  /** Added to an address that has no path. */
  readonly path: string;
  readonly remedy: (origin: string) => string;
}

/**
 * What the user can do when a page got no answer at all: a browser does not report whether the network failed or the server
 * does not allow the page. `origin` is the page's; a page from the internet also needs a permission to reach this machine
 * or its network.
 */
export function explainUnreachable(call: {
  readonly spec: ProviderSpec;
  readonly url: string;
  readonly origin: string;
}): string {
  const { spec, url, origin } = call;
  const remedy = spec.remedy(origin);
  if (!isLocal(url) || isLocal(origin)) return remedy;
  return `${remedy} The address is on this machine or its network, and this page is not: Chrome then asks for the permission “Local network access” of this site, which you find next to the address bar.`;
}

/** Whether an address is of this machine or a private network. */
function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.local') ||
    hostname === '[::1]' ||
    /^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname)
  );
}

/** Which fault of a provider it is. */
export interface FaultKind {
  /** Of format.md section 6. */
  readonly code: string;
  /** One word for programs: the value of `details.reason`. */
  readonly reason: string;
  /** True: the provider may say how long to wait. */
  readonly canWait?: boolean;
  /** The delay the provider asks for, in ms. */
  readonly retryAfter?: number | null;
}

/** What a provider answered in place of a turn. */
interface ProviderAnswer {
  /** Status of the response, or the one its text amounts to. */
  readonly status: number;
  readonly message: string;
  /** Codes and types it gave, joined. */
  readonly type: string;
}

const CONTEXT =
  /context.?length|context window|maximum context|prompt is too long|too many (input )?tokens|input is too long|exceeds? the (maximum|max) (number of )?(input )?tokens?|input token count|reduce the length/i;
const KEY = /api.?key.{0,20}(invalid|not valid|incorrect)|(invalid|incorrect).{0,20}api.?key|API_KEY_INVALID/i;
const CREDIT = /insufficient_quota|insufficient balance|credit balance|payment required/i;
const MODEL =
  /model_not_found|invalid_model|unknown model|model\b.{0,120}\b(does not exist|not found|not exist|is not supported|is not available|not a valid model)|not a valid model/i;
const FILTER = /content_filter|content_policy|content management policy|flagged by|safety system|responsible ai/i;

/**
 * Classifies faults (format.md section 6; the first row that fits):
 *
 * | status, or what it says | code | reason |
 * |---|---|---|
 * | 4xx, the prompt is too long | LIMIT_ERROR | context |
 * | 4xx, content filter | PROVIDER_ERROR | refusal |
 * | 402, or no credit | AUTHORIZATION_ERROR | quota |
 * | 401, or a wrong key | AUTHENTICATION_ERROR | authentication |
 * | 403 | AUTHORIZATION_ERROR | authorization |
 * | 4xx, no such model | CONFIGURATION_ERROR | unknown_model |
 * | 404 | CONFIGURATION_ERROR | not_found |
 * | 408, 504, 524 | TIMEOUT_ERROR | timeout |
 * | 413 | LIMIT_ERROR | too_large |
 * | 429 | RATE_LIMIT_ERROR | rate_limit |
 * | 503, 529, overloaded | COMMUNICATION_ERROR | overload |
 * | other 5xx | COMMUNICATION_ERROR | server |
 * | else | PROVIDER_ERROR | bad_request |
 */
export function classifyFault({ status, message, type }: ProviderAnswer): FaultKind {
  const said = `${type} ${message}`;
  const isClient = status >= 400 && status < 500;
  if (isClient && status !== 429 && CONTEXT.test(said)) return { code: 'LIMIT_ERROR', reason: 'context' };
  if (isClient && FILTER.test(said)) return { code: 'PROVIDER_ERROR', reason: 'refusal' };
  if (status === 402 || (isClient && CREDIT.test(said))) return { code: 'AUTHORIZATION_ERROR', reason: 'quota' };
  if (status === 401 || (isClient && KEY.test(said))) return { code: 'AUTHENTICATION_ERROR', reason: 'authentication' };
  if (status === 403) return { code: 'AUTHORIZATION_ERROR', reason: 'authorization' };
  if (status === 429) return { code: 'RATE_LIMIT_ERROR', reason: 'rate_limit', canWait: true };
  if (isClient && MODEL.test(said)) return { code: 'CONFIGURATION_ERROR', reason: 'unknown_model' };
  if (status === 404) return { code: 'CONFIGURATION_ERROR', reason: 'not_found' };
  if (status === 408 || status === 504 || status === 524) return { code: 'TIMEOUT_ERROR', reason: 'timeout' };
  if (status === 413) return { code: 'LIMIT_ERROR', reason: 'too_large' };
  if (status === 503 || status === 529 || (status >= 500 && /overload/i.test(said))) {
    return { code: 'COMMUNICATION_ERROR', reason: 'overload', canWait: true };
  }
  if (status >= 500) return { code: 'COMMUNICATION_ERROR', reason: 'server', canWait: true };
  return { code: 'PROVIDER_ERROR', reason: 'bad_request' };
}
