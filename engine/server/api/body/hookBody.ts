import { type Json, type JsonObject, jsonObject } from '../../../base/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { type BodyBounds, type BodyGate, OPEN_GATE, tooMany } from './BodyBounds.ts';
import { JsonGate } from './JsonGate.ts';
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
  const type = typeOf(given);
  if ((header('content-encoding') ?? 'identity') !== 'identity')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send the body as it is, without Content-Encoding.');
  if (isJson(type)) return parseJsonBody(bytes).exact;
  if (isForm(type)) return fieldsOf(new TextDecoder().decode(bytes));
  const text = TEXT_TYPE.test(type) ? decode(bytes, given) : null;
  return text ?? { base64: Buffer.from(bytes).toString('base64'), content_type: type };
}

/** Null where the bytes are no text of this encoding, or no one knows the encoding. */
function decode(bytes: Uint8Array, contentType: string): string | null {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What counts a body of this content type as it arrives. */
export function gateOf(header: (name: string) => string | null, bounds: BodyBounds): BodyGate {
  const type = typeOf(header('content-type') ?? '');
  if (isJson(type)) return new JsonGate(bounds);
  return isForm(type) ? new FormGate(bounds) : OPEN_GATE;
}

function typeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

function isForm(type: string): boolean {
  return type === 'application/x-www-form-urlencoded';
}

/** The fields of a form or a query: what is given once as text, and what is given several times as a list. */
export function fieldsOf(text: string): JsonObject {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  return jsonObject(fields as ReadonlyMap<string, Json>);
}

const AMPERSAND = 0x26;

/** Counts the fields of a form while its bytes arrive. */
class FormGate implements BodyGate {
  readonly #fields: number;
  #count = 1;

  constructor({ fields }: BodyBounds) {
    this.#fields = fields;
  }

  take(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
      this.#count += 1;
      if (this.#count > this.#fields) throw tooMany('fields', this.#fields, `number ${this.#count}`);
    }
  }

  end(): void {
    // What is counted is counted.
  }
}
