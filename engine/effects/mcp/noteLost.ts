import { isJsonObject, type Json, type JsonObject, type LostInteger, readExactly } from '../../base/index.ts';
import { rewriteStream } from '../exact/rewriteStream.ts';

type Fetch = typeof globalThis.fetch;

/**
 * A fetch that notes in each answer of a server which integers in it no number holds: the client parses an answer before
 * anything else sees it, and rounds them. They are put into its `_meta` under `key`, which no server knows; {@link readNoted}
 * takes them out.
 */
export function noteLost(fetch: Fetch, key: string): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const noted = isEvents
      ? rewriteStream('\n\n', (event) => noteInEvent(event, key))
      : rewriteStream(null, (text) => noteInJson(text, key) ?? text);
    return new Response(response.body.pipeThrough(noted), response);
  };
}

/** What was noted of an answer, each by its path in it. */
export function readNoted(meta: { readonly [key: string]: unknown } | undefined, key: string): readonly LostInteger[] {
  // Only this file writes under the key.
  return (meta?.[key] ?? []) as readonly LostInteger[];
}

/** An event of a stream, whose message is in its lines `data:`. */
function noteInEvent(event: string, key: string): string {
  if (!LONG.test(event)) return event;
  const lines = event.split('\n');
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''));
  const noted = noteInJson(data.join('\n'), key);
  if (noted === null) return event;
  return [...lines.filter((line) => !line.startsWith('data:')), `data: ${noted}`].join('\n');
}

const LONG = /\d{16}/;

/** The message, or the messages, with what no number holds of them; null where there is nothing to note. */
function noteInJson(json: string, key: string): string | null {
  if (!LONG.test(json)) return null;
  try {
    const { value, lost } = readExactly(json);
    if (lost.length === 0) return null;
    if (!Array.isArray(value)) return JSON.stringify(noteIn(value, key, below(lost, 'result.')));
    return JSON.stringify(value.map((each: Json, index) => noteIn(each, key, below(lost, `[${index}].result.`))));
  } catch {
    // What is no JSON is for the client to refuse.
    return null;
  }
}

function below(lost: readonly LostInteger[], prefix: string): readonly LostInteger[] {
  return lost.flatMap(({ path, source }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), source }] : [],
  );
}

function noteIn(message: Json, key: string, lost: readonly LostInteger[]): Json {
  if (lost.length === 0 || !isJsonObject(message) || !isJsonObject(message['result'])) return message;
  const { result } = message;
  const meta: JsonObject = isJsonObject(result['_meta']) ? result['_meta'] : {};
  const noted = lost.map(({ path, source }) => ({ path, source }));
  return { ...message, result: { ...result, _meta: { ...meta, [key]: noted } } };
}
