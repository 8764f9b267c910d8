import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { isJsonObject, type Json, type JsonObject, messageOf } from '../../base/index.ts';
import { BodyTooLarge } from '../egress.ts';
import { StreamLimitError } from '../limitStream.ts';
import { EgressError, type Failure, fail, readRetryAfter } from '../outcome.ts';
import { classifyFault, explainUnreachable, type FaultKind, type ProviderSpec } from './ProviderSpec.ts';

/** The call that failed. */
export interface FaultContext {
  readonly spec: ProviderSpec;
  readonly model: string;
  readonly url: string;
  /** Where the page is; null outside a browser. */
  readonly origin: string | null;
}

/** Longest piece of what a provider said that is kept, in characters. */
const KEPT = 2000;

/** What a provider's library threw, or a provider's error in the middle of an answer, as a typed failure. */
export function readFault(error: unknown, context: FaultContext): Failure {
  const egress = findCause(error, EgressError);
  if (egress !== undefined) return readEgressFailure(egress.failure, context);
  const large = findCause(error, BodyTooLarge);
  const limit = findCause(error, StreamLimitError);
  if (limit !== undefined) return cutOff(limit, context);
  if (large !== undefined) return ofKind({ code: 'LIMIT_ERROR', reason: 'too_large' }, large.message, context);
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300)
    return readStatus(error, context);
  // Of an answer that came, and could not be read, the library keeps the reason as the cause.
  const reason = APICallError.isInstance(error) ? (error.cause ?? error) : error;
  if (isBadAnswer(reason)) return badAnswer(`${messageOf(reason)}.`, context);
  const said = readBody(reason);
  if (said !== null) {
    const status = statusOf(said);
    const kind = classifyFault({ status, ...said });
    const body = shorten(said.message);
    // What the provider refuses it refuses again; of its own failures it gave no status.
    const details = status < 500 ? { status, body } : { body };
    return ofKind(kind, `${context.spec.title} broke off: ${said.message}`, context, details);
  }
  return ofKind(
    { code: 'COMMUNICATION_ERROR', reason: 'cut' },
    `${context.spec.title} broke off before the end of its answer: ${messageOf(reason)}. Check the network, and run it again.`,
    context,
  );
}

function cutOff({ message, reason, limit }: StreamLimitError, context: FaultContext): Failure {
  return ofKind(
    { code: 'LIMIT_ERROR', reason },
    `${context.spec.title}: the answer was cut off. ${message} Check that config.url (${context.url}) is the address of its interface.`,
    context,
    { limit },
  );
}

/** An answer that is not what the provider promises to send. */
export function badAnswer(what: string, context: FaultContext): Failure {
  return ofKind(
    { code: 'PROVIDER_ERROR', reason: 'bad_answer' },
    `${context.spec.title} answered with something that cannot be read: ${shorten(what)} Check that config.url (${context.url}) is the address of its interface.`,
    context,
  );
}

/** A failure of this model; `details` is `{type: 'model', reason, provider, model, …}`. */
export function ofKind(kind: FaultKind, message: string, context: FaultContext, more: JsonObject = {}): Failure {
  const { spec, model } = context;
  const { code, reason } = kind;
  return fail(code, message, { type: 'model', reason, provider: spec.name, model, ...more }, kind.retryAfter ?? null);
}

function readStatus(error: APICallError, context: FaultContext): Failure {
  const { statusCode: status = 0, responseBody = '', responseHeaders: headers = {} } = error;
  const said = readBody(parse(responseBody)) ?? { message: responseBody, type: '', all: responseBody };
  const kind = classifyFault({ status, ...said });
  const wait =
    kind.canWait === true
      ? (readMs(headers['retry-after-ms']) ?? readRetryAfter(headers['retry-after']) ?? readDelay(said.all))
      : null;
  const { title } = context.spec;
  const quote = said.message.trim() === '' ? '' : ` It says: ${shorten(said.message.trim())}`;
  const message = `${title} answered ${status}${MEANINGS[kind.reason]?.(context) ?? '.'}${quote}`;
  return ofKind({ ...kind, retryAfter: wait }, message, context, {
    status,
    url: error.url,
    body: shorten(responseBody),
  });
}

const MEANINGS: Readonly<Record<string, (context: FaultContext) => string>> = {
  authentication: ({ spec }) =>
    `: it does not accept the key. Check config.api_key${spec.keyVariable === null ? '' : ` (the secret ${spec.keyVariable})`}.`,
  authorization: () => ': this key is not allowed to do this.',
  quota: () => ': the account has no credit left. Add some with the provider.',
  rate_limit: () => ': too many requests. Wait, or send fewer.',
  overload: () => ': it is overloaded. Try again later.',
  server: () => ': it failed.',
  timeout: () => ': it took too long.',
  unknown_model: ({ model }) => `: it has no model “${model}” for this key. Check config.model.`,
  not_found: ({ url }) => `: there is nothing at this address. Check config.url (${url}).`,
  context: ({ model }) =>
    `: the conversation is longer than ${model} can read. Send less, or choose a model with a longer context.`,
  too_large: () => ': the request is too large. Send less.',
  refusal: () => ': its content filter refused the request.',
  bad_request: () => ': it refused the request.',
};

function readEgressFailure(failure: Failure, context: FaultContext): Failure {
  const { error } = failure;
  const details = isJsonObject(error.details) ? error.details : {};
  if (error.code !== 'COMMUNICATION_ERROR' || details['reason'] !== 'unreachable') return failure;
  const { spec, model, url, origin } = context;
  const hint = origin === null ? '' : ` ${explainUnreachable({ spec, url, origin })}`;
  const more = { provider: spec.name, model, type: 'model' };
  return {
    ...failure,
    error: {
      ...error,
      message: `${spec.title} cannot be reached. ${error.message}${hint}`,
      details: { ...details, ...more },
    },
  };
}

function isBadAnswer(error: unknown): boolean {
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return true;
  if (APICallError.isInstance(error)) return true;
  return (
    error instanceof Error && /^AI_(InvalidResponseData|EmptyResponseBody|NoContentGenerated)Error$/.test(error.name)
  );
}

interface Said {
  readonly message: string;
  /** Codes and types, joined. */
  readonly type: string;
  /** Everything, as text. */
  readonly all: string;
}

/** Error objects of providers: `{error: {message, code, type, status}}`, `{message}`, `{error: "…"}`, or a list of one. */
function readBody(value: unknown): Said | null {
  const body = Array.isArray(value) ? value[0] : value;
  if (body instanceof Error || typeof body !== 'object' || body === null) {
    return typeof body === 'string' && body !== '' ? { message: body, type: '', all: body } : null;
  }
  const inner: unknown = Reflect.get(body, 'error') ?? body;
  const all = JSON.stringify(body);
  if (typeof inner === 'string') return { message: inner, type: '', all };
  if (typeof inner !== 'object' || inner === null) return null;
  const text = (name: string): string => {
    const found: unknown = Reflect.get(inner, name);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  };
  const message = text('message') || text('detail') || all;
  return { message, type: ['code', 'type', 'status'].map(text).join(' '), all };
}

/** A status for a provider's error in the middle of an answer. */
function statusOf({ type }: Said): number {
  const numeric = /\b([45]\d\d)\b/.exec(type)?.[1];
  if (numeric !== undefined) return Number(numeric);
  if (/overloaded|unavailable/i.test(type)) return 529;
  if (/rate_limit|resource_exhausted/i.test(type)) return 429;
  if (/authentication|unauthenticated/i.test(type)) return 401;
  if (/permission/i.test(type)) return 403;
  if (/not_found/i.test(type)) return 404;
  if (/invalid|bad_request/i.test(type)) return 400;
  return 500;
}

function findCause<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | undefined {
  let cause: unknown = error;
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    if (cause instanceof kind) return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** Google says in the body how long to wait: `"retryDelay": "34s"`. */
function readDelay(body: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

function readMs(text: string | undefined): number | null {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text)) : null;
}

function parse(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function shorten(text: string): string {
  return text.length <= KEPT ? text : `${text.slice(0, KEPT)}…`;
}
