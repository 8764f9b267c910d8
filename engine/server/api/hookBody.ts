import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { ApiProblem } from './ApiProblem.ts';
import { parseJsonBody } from './readJsonBody.ts';

/** Content types whose bodies are text, besides those of JSON; what says no type at all is taken for text, too. */
const TEXT_TYPE =
  /^$|^(text|multipart|message)\/|[/+](xml|yaml|x-yaml|csv|javascript|ecmascript|graphql|sql|toml|jwt|jose|x-ndjson|jsonl)$/;

/**
 * What a workflow is given of a body:
 *
 * | content type | value |
 * |---|---|
 * | JSON | its value, with integers that no number holds as text, since the sender cannot be asked to quote them |
 * | a form | a map |
 * | text, XML, YAML, CSV and the like, multipart, none | text, where the bytes are text in its `charset`, UTF-8 unless it says one |
 * | any other, or bytes that are no such text | `{base64, content_type}`, with every byte |
 *
 * Null where there is nothing. Throws an {@link ApiProblem}.
 */
export function readHookBody(bytes: Uint8Array, header: (name: string) => string | null): Json {
  if (bytes.length === 0) return null;
  const given = header('content-type') ?? '';
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if ((header('content-encoding') ?? 'identity') !== 'identity')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send the body as it is, without Content-Encoding.');
  if (type === 'application/json' || type.endsWith('+json')) return parseJsonBody(bytes).exact;
  if (type === 'application/x-www-form-urlencoded')
    return fieldsOf(new URLSearchParams(new TextDecoder().decode(bytes)));
  const text = TEXT_TYPE.test(type) ? decode(bytes, given) : null;
  return text ?? { base64: Buffer.from(bytes).toString('base64'), content_type: type };
}

/** What is given once as text, and what is given several times as a list. */
export function fieldsOf(given: URLSearchParams): JsonObject {
  const names = [...new Set(given.keys())];
  return jsonObject(
    names.map((name) => {
      const [first = '', ...others] = given.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** Null where the bytes are no text of this encoding, or nobody knows the encoding. */
function decode(bytes: Uint8Array, contentType: string): string | null {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
