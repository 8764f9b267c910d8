import { messageOf } from '../../base/index.ts';
import type { Egress } from '../egress.ts';
import { StreamLimitError } from '../limitStream.ts';
import { EgressError, type Failure, fail } from '../outcome.ts';
import type { McpServer } from '../ports.ts';
import { SessionUnseenError } from './openConnection.ts';
import { findRetryAfter } from './RetryLaterError.ts';
import { PAST_LIMIT } from './watchStreams.ts';

/** Codes the client and JSON-RPC give to what goes wrong. */
const TIMED_OUT = -32001;
const CLOSED = -32000;
const INVALID = -32602;

/** What the client threw, as the failure of a call to a server. `what` begins the message. */
export function toMcpFailure(error: unknown, what: string, server: string): Failure {
  const cause = findEgressError(error);
  const details = { type: 'mcp', server };
  if (cause !== null) {
    const { code, message, details: own } = cause.failure.error;
    return { ...cause.failure, error: { code, message: `${what}: ${message}`, details: own } };
  }
  const limit = findLimit(error);
  if (limit !== null)
    return fail('LIMIT_ERROR', `${what}: its answer was cut off. ${limit.message}`, {
      ...details,
      reason: limit.reason,
      limit: limit.limit,
    });
  const status = readCode(error);
  const said = messageOf(error);
  switch (status ?? 0) {
    case 401:
      return fail(
        'AUTHENTICATION_ERROR',
        `${what}: it needs credentials (401). Set a header with them, such as Authorization.`,
        { ...details, reason: 'status', status },
      );
    case 403:
      return fail('AUTHORIZATION_ERROR', `${what}: these credentials are not allowed to do this (403).`, {
        ...details,
        reason: 'status',
        status,
      });
    case 404:
      return fail(
        'COMMUNICATION_ERROR',
        `${what}: there is nothing at its address (404). Check the url, which often ends in /mcp.`,
        { ...details, reason: 'status', status },
      );
    case 429:
      return fail(
        'RATE_LIMIT_ERROR',
        `${what}: too many requests (429).`,
        { ...details, reason: 'status', status },
        findRetryAfter(error),
      );
    case TIMED_OUT:
      return fail('TIMEOUT_ERROR', `${what}: it did not answer in time.`, { ...details, reason: 'timeout' });
    case CLOSED:
      return fail('COMMUNICATION_ERROR', `${what}: the connection was closed before it had answered.`, {
        ...details,
        reason: 'closed',
      });
    case INVALID:
      return fail('VALIDATION_ERROR', `${what}: ${said}`, { ...details, reason: 'input' });
  }
  if (status !== null && status >= 100 && status < 600)
    return fail(
      'COMMUNICATION_ERROR',
      `${what}: it answered ${status}. ${said}`,
      { ...details, reason: 'status', status },
      findRetryAfter(error),
    );
  if (status !== null && status < -1)
    return fail('EXECUTION_ERROR', `${what}: ${said}`, { ...details, reason: 'protocol', status });
  return fail('COMMUNICATION_ERROR', `${what}: it does not speak MCP as expected. ${said}`, {
    ...details,
    reason: 'protocol',
  });
}

/** True where the server went past a limit: its session has ended. */
export function isPastLimit(error: unknown): boolean {
  return findLimit(error) !== null;
}

/** True for a session the server no longer knows: another one can be opened. */
export function isSessionLost(error: unknown): boolean {
  return readCode(error) === 404 || (readCode(error) === 400 && /session/i.test(messageOf(error)));
}

/** True where a server that was reached did not know what to do with a request: it may belong to a session. */
export function isRefused(error: unknown): boolean {
  return readCode(error) === 400 || readCode(error) === 404;
}

/** True where a request got no answer at all. */
export function isUnanswered(error: unknown): boolean {
  const { code, details } = findEgressError(error)?.failure.error ?? { code: '', details: null };
  const reason = typeof details === 'object' && details !== null && 'reason' in details ? details.reason : null;
  return code === 'COMMUNICATION_ERROR' && reason === 'unreachable';
}

function findEgressError(error: unknown): EgressError | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof EgressError) return each;
  return null;
}

interface PastLimit {
  readonly message: string;
  readonly reason: string;
  readonly limit: number;
}

/** The limit itself, or the code that `watchStreams` reports in its place. */
function findLimit(error: unknown): PastLimit | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof StreamLimitError) return each;
  if (readCode(error) !== PAST_LIMIT || !(error instanceof Error) || !('data' in error)) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('reason' in data) || !('limit' in data)) return null;
  const message = error.message.replace(/^MCP error -\d+: /, '');
  return { message, reason: String(data.reason), limit: Number(data.limit) };
}

function readCode(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
}

/** Why the handshake with a server failed. In a browser that may be a header which it forbids, or does not expose. */
export async function explainHandshake(
  thrown: unknown,
  server: McpServer,
  { egress, signal }: { readonly egress: Egress; readonly signal: AbortSignal },
): Promise<Failure> {
  const error = thrown instanceof SessionUnseenError ? thrown.cause : thrown;
  const failure = toMcpFailure(error, `The MCP server “${server.name}” cannot be used`, server.name);
  if (!isInBrowser()) return failure;
  const reason = isUnanswered(error)
    ? await explainBlocked(server, egress, signal)
    : thrown instanceof SessionUnseenError && isRefused(error)
      ? `it refuses what follows the handshake, and does not expose the header Mcp-Session-Id to pages of other sites. Let its Access-Control-Expose-Headers name Mcp-Session-Id. (${thrown.message})`
      : null;
  if (reason === null) return failure;
  const message = `The MCP server “${server.name}” cannot be used from a browser: ${reason}`;
  return fail('COMMUNICATION_ERROR', message, { type: 'mcp', reason: 'cors', server: server.name });
}

/** Headers of the protocol that a browser sends to another site only where the server allows them. */
const PROTOCOL_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id'];

/**
 * Finds out why a browser's request to a server got no answer, by sending one header at a time: a browser does not
 * report it. Null where the server cannot be reached even without any, or where nothing is forbidden.
 */
export async function explainBlocked(server: McpServer, egress: Egress, signal: AbortSignal): Promise<string | null> {
  const isAnswered = async (headers: readonly (readonly [string, string])[]): Promise<boolean> => {
    const asked = { url: server.url, query: [], method: 'POST', headers, body: '{}' };
    const answer = await egress.open(asked, signal);
    if (answer.ok) await answer.value.body.cancel();
    return answer.ok;
  };
  if (!(await isAnswered([['content-type', 'text/plain']]))) return null;
  const own = server.headers.map(([name]) => name.toLowerCase());
  const forbidden: string[] = [];
  for (const name of [...PROTOCOL_HEADERS, ...own]) {
    const value = name === 'content-type' ? 'application/json' : 'probe';
    const plain = name === 'content-type' ? [] : [['content-type', 'text/plain'] as const];
    if (!(await isAnswered([...plain, [name, value]]))) forbidden.push(name);
  }
  if (forbidden.length === 0) return null;
  const names = forbidden.join(', ');
  const noun = forbidden.length === 1 ? 'the header' : 'the headers';
  return `It answers, but does not let a page of another site send ${noun} ${names}. Let its Access-Control-Allow-Headers name ${forbidden.length === 1 ? 'it' : 'them'}, and its Access-Control-Expose-Headers name Mcp-Session-Id.`;
}

/** True where a browser decides what may be sent: on a page, or in a worker of one. */
function isInBrowser(): boolean {
  return typeof Reflect.get(globalThis, 'location') === 'object';
}
