import type { EffectView } from '#engine/run';
import { isJsonObject, type Json, type JsonObject } from '#engine/values';

/** A request of `core:http` as it went out; where a secret was, is what the record shows in place of it. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, with its query. */
  readonly url: string;
  /** With names in lower case, each once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** How the record shows a text in a field for credentials. */
const MASK = '••••••';
/** How it shows a secret anywhere else: with its name, which may have a suffix. */
const PLACEHOLDER = /⟦secret:([A-Za-z_]\w*)[^⟦⟧]*⟧|••••••/g;

/**
 * The request that a call of `core:http` makes of its input and its settings; null for any other call, and for an address that
 * is none. Omitted are the idempotency key, which the host adds, and what a browser adds.
 * @param base what relative addresses are resolved against; undefined where no one knows
 */
export function toHttpRequest(
  { kind, request }: Pick<EffectView, 'kind' | 'request'>,
  base: string | undefined,
): HttpRequest | null {
  if (kind !== 'tool' || !isJsonObject(request) || request['use'] !== 'core:http') return null;
  const [input, config] = [mapOf(request['input']), mapOf(request['config'])];
  const url = toUrl(input, config, base);
  if (url === null) return null;
  const given = input['body'] ?? null;
  const json = input['json'] ?? (given !== null && typeof given !== 'string' ? given : undefined);
  const headers = new Map<string, string>(json === undefined ? [] : [['content-type', 'application/json']]);
  for (const [name, value] of [
    ...Object.entries(mapOf(config['headers'])),
    ...Object.entries(mapOf(input['headers'])),
  ]) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), toText(value));
  }
  const method = typeof input['method'] === 'string' ? input['method'] : 'GET';
  return {
    method,
    url,
    headers: [...headers],
    body: json === undefined ? (given as string | null) : JSON.stringify(json),
  };
}

function toUrl(input: JsonObject, config: JsonObject, base: string | undefined): string | null {
  const [own, root] = [toText(input['url'] ?? ''), toText(config['base_url'] ?? '')];
  const joined = root === '' || URL.canParse(own) ? own : `${root.replace(/\/+$/, '')}/${own.replace(/^\/+/, '')}`;
  if (!URL.canParse(joined, base)) return null;
  const url = new URL(joined, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  for (const [key, value] of Object.entries(mapOf(input['query'])))
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value])
      if (item !== null) url.searchParams.append(key, toText(item));
  return url.href;
}

function mapOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What HTTP allows as the name of a header. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * A request as a command for a POSIX shell, which does nothing but this request whatever the values hold. A secret is a variable of the
 * shell: by its name, else by that of the header or of what holds it (`$AUTHORIZATION`).
 */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const lines = [`curl --globoff --request ${quote(method, 'METHOD')} --url ${quote(unmaskUrl(url), 'SECRET')}`];
  for (const [name, value] of headers) {
    if (!TOKEN.test(name)) continue;
    lines.push(`--header ${quote(`${name}: ${value.replace(/[\r\n\0]+/g, ' ')}`, toVariable(name))}`);
  }
  // Only this form reads no file where the text begins with an @.
  if (body !== null) lines.push(`--data-raw ${quote(body, 'SECRET')}`);
  return lines.join(' \\\n  ');
}

/** What stands for a secret is read in an address too, where it is percent-encoded. */
function unmaskUrl(url: string): string {
  return url
    .replaceAll(encodeURIComponent(MASK), MASK)
    .replace(/%E2%9F%A6secret(?::|%3A)([A-Za-z_]\w*)(?:(?!%E2%9F%A7).)*%E2%9F%A7/gi, '⟦secret:$1⟧');
}

/** A word of a POSIX shell that means this text; what stands for a secret becomes a variable. */
function quote(text: string, variable: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push(single(text.slice(end, match.index)), `"$${match[1] ?? variable}"`);
    end = match.index + match[0].length;
  }
  parts.push(single(text.slice(end)));
  return parts.join('') || "''";
}

function single(text: string): string {
  return text === '' ? '' : `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}

function toVariable(name: string): string {
  const word = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^[A-Z]/.test(word) ? word : `HEADER_${word}`;
}
