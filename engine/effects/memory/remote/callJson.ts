import type { Json, JsonObject } from '../../../base/index.ts';
import type { Egress } from '../../egress.ts';
import { JsonLimitError, parseJson } from '../../limitJson.ts';
import { type Failure, fail } from '../../outcome.ts';
import { readHttpError } from '../../tools/httpError.ts';
import { MemoryFault } from '../MemoryFault.ts';

/** A server behind a memory. `who` is its name in messages: `The storage upstash:redis of “support”`. */
export interface JsonServer {
  readonly who: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

/** An answer of a server, whatever its status. `body` is null where it is no JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: JsonObject;
  readonly body: Json;
}

/** How long a server may take, in ms, including the user's answer whether a secret may go there. */
const PATIENCE = 300_000;

/** Sends JSON to a path of a server. Rejects with a `MemoryFault` where there is no answer, or one that takes over five minutes. */
export async function sendJson(server: JsonServer, method: string, path: string, body?: Json): Promise<JsonAnswer> {
  const late = AbortSignal.timeout(PATIENCE);
  const answer = await server.egress.send(
    {
      url: `${server.url.replace(/\/+$/, '')}${path}`,
      query: [],
      method,
      headers: [...server.headers, ...(body === undefined ? [] : [['content-type', 'application/json'] as const])],
      body: body === undefined ? null : JSON.stringify(body),
    },
    AbortSignal.any([server.signal, late]),
  );
  if (!answer.ok) {
    if (late.aborted && !server.signal.aborted) {
      const message = `${server.who} did not answer within ${PATIENCE / 1000} s.`;
      throw new MemoryFault(fail('TIMEOUT_ERROR', message, { type: 'memory', reason: 'timeout', limit: PATIENCE }));
    }
    throw ofServer(server, answer);
  }
  const { status, ok, headers, bytes } = answer.value;
  return { status, ok, headers, body: readJson(server, bytes) };
}

/** As {@link sendJson}, for answers with a status of 2xx; another is the typed error of format.md section 6. */
export async function callJson(server: JsonServer, method: string, path: string, body?: Json): Promise<Json> {
  const answer = await sendJson(server, method, path, body);
  if (answer.ok) return answer.body;
  throw refused(server, { method, path }, answer);
}

/** The error of a status other than 2xx, with what the server says of it. */
export function refused(
  server: JsonServer,
  { method, path }: { readonly method: string; readonly path: string },
  { status, headers, body }: JsonAnswer,
): MemoryFault {
  const request = { url: `${server.url.replace(/\/+$/, '')}${path}`, query: [], method, headers: [], body: null };
  return ofServer(server, readHttpError({ request, status, headers, body }), saidIn(body));
}

function ofServer(server: JsonServer, failure: Failure, said = ''): MemoryFault {
  const { code, message, details } = failure.error;
  if (code === 'CANCELLED') return new MemoryFault(failure);
  const words = said === '' ? '' : ` It says: ${said}`;
  return new MemoryFault({ ...failure, error: { code, message: `${server.who}: ${message}${words}`, details } });
}

/** The sentence in an error's body, wherever it is. */
function saidIn(body: Json): string {
  if (typeof body === 'string') return body.slice(0, 300);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const fields: JsonObject = body as JsonObject; // Neither text, null nor a list: an object.
  for (const name of ['message', 'error', 'detail']) {
    const found = fields[name];
    if (found !== undefined) {
      const said = saidIn(found);
      if (said !== '') return said;
    }
  }
  return '';
}

function readJson({ who }: JsonServer, bytes: Uint8Array): Json {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof JsonLimitError)) return null;
    const details = { type: 'memory', reason: `json_${error.reason}`, limit: error.limit };
    throw new MemoryFault(fail('LIMIT_ERROR', `${who} answers with too much: ${error.message}`, details));
  }
}
