import { limitResponse, MCP_STREAM, type StreamLimitError } from '../limitStream.ts';

type Fetch = typeof globalThis.fetch;

/** How many values a page of a list of tools may hold: each tool is checked and kept. */
const LISTED_VALUES = 300_000;

/**
 * A fetch whose answers are bounded, for the requests of one session. Past a limit the session has ended: every further
 * request rejects with the same `StreamLimitError`, so that a stream that was cut off is not resumed.
 */
export function limitFetch(fetch: Fetch): Fetch {
  let cut: StreamLimitError | null = null;
  return async (input, init) => {
    if (cut !== null) throw cut;
    const response = await fetch(input, init);
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    return limitResponse(response, {
      form: isEvents ? 'events' : 'json',
      limits: asksForTools(init?.body)
        ? { ...MCP_STREAM, json: { ...MCP_STREAM.json, values: LISTED_VALUES } }
        : MCP_STREAM,
      onLimit: (error) => {
        cut = error;
      },
    }).response;
  };
}

function asksForTools(body: unknown): boolean {
  return typeof body === 'string' && body.includes('"method":"tools/list"');
}
