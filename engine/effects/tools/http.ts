import { isJsonObject, type Json, type JsonObject, messageOf, ok, toText } from '../../base/index.ts';
import { hasScheme, parseDuration } from '../../model/index.ts';
import type { Outcome, OutcomeWarning } from '../../run/index.ts';
import type { EgressResponse } from '../egress.ts';
import { JsonLimitError, parseExactly, warnOfLost } from '../limitJson.ts';
import { type Attempt, fail, succeed } from '../outcome.ts';
import type { EgressRequest } from '../readAddress.ts';
import { encodeBase64 } from '../secrets/base64.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { addressOf, carriesKey } from './carriesKey.ts';
import { decodeText, readHttpError } from './httpError.ts';

/** Runs `core:http` (format.md section 3): one request, its status, headers and body. */
export async function runHttp(call: BuiltInCall<'http'>): Promise<Outcome> {
  const request = readRequest(call);
  if (!request.ok) return request;
  const timeout = readTimeout(call.config);
  if (!timeout.ok) return timeout;
  const response = await sendWithin(call, request.value, timeout.value);
  if (!response.ok) return response;
  const body = readBody(response.value, call);
  if (!body.ok && response.value.ok) return body;
  const { status, headers } = response.value;
  if (!response.value.ok && call.input.fail_on_error !== false) {
    return readHttpError({ request: request.value, status, headers, body: body.ok ? body.value.read : null });
  }
  const { read, warnings } = body.ok ? body.value : NO_BODY;
  const value = { status, ok: response.value.ok, headers, body: read };
  const leftOut = leavesOutHeaders(request.value.url, call.config) ? [HEADERS_LEFT_OUT] : [];
  return succeed(value, [...leftOut, ...warnings]);
}

/** The body of an answer, and what of it is not as it was sent. */
interface Body {
  readonly read: Json;
  readonly warnings: readonly OutcomeWarning[];
}

const NO_BODY: Body = { read: null, warnings: [] };

const HEADERS_LEFT_OUT: OutcomeWarning = {
  code: 'HEADERS_LEFT_OUT',
  message: 'The address is not at the base_url of the tool, so the headers of its config were not sent.',
};

function leavesOutHeaders(url: string, { base_url, headers }: BuiltInCall<'http'>['config']): boolean {
  return isJsonObject(headers) && Object.keys(headers).length > 0 && !isAtBase(url, base_url);
}

function readRequest(call: BuiltInCall<'http'>): Attempt<EgressRequest> {
  const { input, config } = call;
  const method = toText(input.method);
  const hasBody = input.body !== undefined && input.body !== null;
  if (hasBody && input.json !== undefined) {
    return invalid('Both `body` and `json` are given. Keep one of them.', 'body');
  }
  if ((hasBody || input.json !== undefined) && (method === 'GET' || method === 'HEAD')) {
    return invalid(`${method} cannot carry a body. Use POST, PUT or PATCH, or move the values to \`query\`.`, 'method');
  }
  const json = input.json ?? (hasBody && typeof input.body !== 'string' ? input.body : undefined);
  const headers = new Map<string, string>();
  if (json !== undefined) headers.set('content-type', 'application/json');
  const url = addressOf(input, config);
  if (call.hasConsequences && carriesKey(url, config)) headers.set('idempotency-key', encodeURI(call.onceKey));
  if (isAtBase(url, config.base_url)) setHeaders(headers, config.headers);
  setHeaders(headers, input.headers);
  return ok({
    url,
    query: readQuery(input.query),
    method,
    headers: [...headers],
    body: json !== undefined ? JSON.stringify(json) : hasBody ? toText(input.body) : null,
    // A secret outside credential fields was refused before.
    mayRevealBody: true,
  });
}

/** Whether a call goes to the origin of its `base_url`, to which alone the headers of the config go; true where there is none. */
function isAtBase(url: string, base: Json | undefined): boolean {
  if (typeof base !== 'string' || base === '' || !hasScheme(url)) return true;
  const [own, other] = [base, url].map((address) => (/^https?:\/\//i.test(address) ? originOf(address) : null));
  return own !== null && own === other;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function setHeaders(headers: Map<string, string>, source: Json | undefined): void {
  if (!isJsonObject(source)) return;
  for (const [name, value] of Object.entries(source)) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), toText(value));
  }
}

function readQuery(query: Json | undefined): EgressRequest['query'] {
  if (!isJsonObject(query)) return [];
  return Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value])
      .filter((item) => item !== null)
      .map((item) => [key, toText(item)] as const),
  );
}

function readTimeout(config: JsonObject): Attempt<number | null> {
  if (typeof config.timeout !== 'string') return ok(null);
  const timeout = parseDuration(config.timeout);
  if (timeout.ok) return timeout;
  return fail('CONFIGURATION_ERROR', `config.timeout “${config.timeout}” is not a duration: ${timeout.error.reason}`, {
    type: 'http',
    reason: 'timeout',
  });
}

async function sendWithin(
  call: BuiltInCall<'http'>,
  request: EgressRequest,
  timeout: number | null,
): Promise<Attempt<EgressResponse>> {
  if (timeout === null) return call.egress.send(request, call.signal);
  const deadline = new AbortController();
  const settled = new AbortController();
  const expiry = call
    .delay(timeout, AbortSignal.any([call.signal, settled.signal]))
    .then((): Attempt<EgressResponse> => {
      deadline.abort();
      return fail(
        'TIMEOUT_ERROR',
        `${request.method} ${request.url} took longer than ${toText(call.config.timeout)}.`,
        {
          type: 'http.timeout',
          reason: 'timeout',
          timeout,
        },
      );
    });
  const answer = await Promise.race([
    call.egress.send(request, AbortSignal.any([call.signal, deadline.signal])),
    expiry,
  ]);
  settled.abort();
  return answer;
}

function readBody({ bytes, headers }: EgressResponse, { input, config }: BuiltInCall<'http'>): Attempt<Body> {
  const type = toText(input.response_type);
  if (type === 'base64') return plain(encodeBase64(bytes));
  if (bytes.length === 0) return plain(type === 'text' ? '' : null);
  const contentType = toText(headers['content-type']);
  const text = decodeText(bytes, contentType);
  const isJson = type === 'json' || (type === 'auto' && /[/+]json\b/i.test(contentType));
  if (!isJson) return plain(text);
  try {
    const { value, exact, lost } = parseExactly(text);
    if ((input.big_numbers ?? config.big_numbers) === 'text') return plain(exact);
    return ok({
      read: value,
      warnings: warnOfLost(lost, 'body', 'Set big_numbers: text to read such numbers as text.'),
    });
  } catch (error) {
    if (error instanceof JsonLimitError)
      return fail(
        'LIMIT_ERROR',
        `The answer is too much JSON: ${error.message} Request less, or set response_type: text to read it as it is.`,
        { type: 'http', reason: `json_${error.reason}`, limit: error.limit },
      );
    return fail(
      'EXECUTION_ERROR',
      `The answer is not valid JSON: ${messageOf(error)}. Set response_type: text to read it as it is.`,
      {
        type: 'http',
        reason: 'body',
        body: text.slice(0, 500),
      },
    );
  }
}

function plain(read: Json): Attempt<Body> {
  return ok({ read, warnings: [] });
}

function invalid(message: string, reason: string): Attempt<never> {
  return fail('VALIDATION_ERROR', message, { type: 'http', reason });
}
