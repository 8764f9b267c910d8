import { limitResponse, MCP_STREAM, type StreamLimitError } from '../limitStream.ts';
import { readRetryAfter } from '../retryAfter.ts';
import { RetryLaterError } from './RetryLaterError.ts';

type Fetch = typeof globalThis.fetch;

/** How many values a page of a list of tools may hold: each tool is checked and kept. */
const LISTED_VALUES = 300_000;

/**
 * A fetch whose answers are bounded, for the requests of one session. Rejects with a `RetryLaterError` where the server says
 * when to come back. Past a limit the session has ended: every further
 * request rejects with the same `StreamLimitError`, so that a stream that was cut off is not resumed.
 */
export function limitFetch(fetch: Fetch): Fetch {
  let cut: StreamLimitError | null = null;
  return async (input, init) => {
    if (cut !== null) throw cut;
    const response = await fetch(input, init);
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const limited = limitResponse(response, {
      form: isEvents ? 'events' : 'json',
      limits: asksForTools(init?.body)
        ? { ...MCP_STREAM, json: { ...MCP_STREAM.json, values: LISTED_VALUES } }
        : MCP_STREAM,
      onLimit: (error) => {
        cut = error;
      },
    }).response;
    const retryAfter = ASKS_TO_WAIT.has(response.status)
      ? readRetryAfter(response.headers.get('retry-after') ?? '')
      : null;
    if (retryAfter === null) return limited;
    throw new RetryLaterError(response.status, retryAfter, await limited.text().catch(() => ''));
  };
}

const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

function asksForTools(body: unknown): boolean {
  return typeof body === 'string' && body.includes('"method":"tools/list"');
}
