import { err, type Json, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { createEgress, createVault, type Egress, Exposure } from '../../../effects/index.ts';
import type { RunError } from '../../../run/index.ts';
import { explainProblem, readProblem } from '../../../wire/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunServer, ServerAnswer, ServerRequest } from '../protocol/RunServer.ts';
import type { SecretBroker } from '../workspace/SecretBroker.ts';

/** What requests to a server need of the engine. */
export interface ServerContext {
  readonly clock: Clock;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  readonly secrets: SecretBroker;
  readonly uniqueText: () => string;
}

/** A request with a placeholder where the token goes. */
type Sent = Parameters<Egress['open']>[0];

/** A server of runs as requests reach it: through the egress, which alone has the value of its token. */
export interface OpenServer {
  readonly egress: Egress;
  readonly toRequest: (request: ServerRequest, headers?: Readonly<Record<string, string>>) => Sent;
}

/** How long a server may take to answer, in ms. */
const PATIENCE = 20_000;

export async function openServer(
  { address, token }: RunServer,
  { fetch, secrets, uniqueText }: Omit<ServerContext, 'clock'>,
): Promise<OpenServer> {
  await Promise.all([loadPatterns(), secrets.ready()]);
  const named = token === null ? [] : [{ name: token, value: '', isSecret: true }];
  const given = secrets.fill(named);
  const salt = uniqueText();
  const vault = createVault(given, salt);
  const egress = createEgress({
    baseUrl: '',
    reveal: vault.resolveSecret,
    // What a server answers is its own, and goes to no model.
    onSend: () => undefined,
    fetch: fetch ?? ((...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args)),
    authorize: secrets.authorizerOf({ runId: `server-${salt}`, path: '' }),
    exposure: new Exposure(),
  });
  const own = token === null ? {} : { authorization: `Bearer ${vault.placeholderOf(token) ?? ''}` };
  return {
    egress,
    toRequest: ({ method, path, body, idempotencyKey }, headers = {}) => ({
      url: `${address}${path}`,
      query: [],
      method,
      headers: Object.entries({
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      }),
      body: body === undefined ? null : JSON.stringify(body),
    }),
  };
}

/** Sends one request, and reads the whole answer as JSON; null where it is none. */
export async function askServer(
  server: RunServer,
  request: ServerRequest,
  context: ServerContext,
): Promise<ServerAnswer> {
  const read = await readServer(server, request, context);
  return read.ok ? ok({ status: read.value.status, body: toJson(read.value.text) }) : read;
}

/** Sends one request, and reads the whole answer as a text. */
export async function readServer(
  server: RunServer,
  request: ServerRequest,
  context: ServerContext,
): Promise<Result<{ readonly status: number; readonly text: string }, RunError>> {
  const { egress, toRequest } = await openServer(server, context);
  const stop = new AbortController();
  const stopTimer = context.clock.setTimer(PATIENCE, () => stop.abort());
  const sent = await egress.send(toRequest(request), stop.signal);
  stopTimer();
  if (!sent.ok) return err(stop.signal.aborted ? late(server) : sent.error);
  return ok({ status: sent.value.status, text: new TextDecoder().decode(sent.value.bytes) });
}

function late({ address }: RunServer): RunError {
  const message = `${address} did not answer within ${PATIENCE / 1000} s.`;
  return { code: 'TIMEOUT_ERROR', message, details: { type: 'network', reason: 'timeout' } };
}

/** Why a server refuses, in words, by the text of its answer. */
export function explainRefusal(status: number, text: string): string {
  return explainProblem(status, readProblem(toJson(text)));
}

/** Null for what is no JSON. */
export function toJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
