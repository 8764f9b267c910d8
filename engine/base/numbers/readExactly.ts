import type { Json } from '../Json.ts';
import { losesDigits } from './losesDigits.ts';

/** An integer in JSON that is another one as a number of a run. */
export interface LostInteger {
  /** Where it is, as an expression would read it: `items[0].id`; empty for the value itself. */
  readonly path: string;
  /** Its digits, as they were sent. */
  readonly source: string;
}

/** JSON, and what of it no number can hold. */
export interface ExactJson {
  /** As `JSON.parse` reads it: integers that are too long are rounded. */
  readonly value: Json;
  /** The same with the digits of such integers as text. */
  readonly exact: Json;
  /** Those integers, in their order. */
  readonly lost: readonly LostInteger[];
}

/** Reads JSON and tells which integers a number cannot hold. Throws what `JSON.parse` throws. */
export function readExactly(text: string): ExactJson {
  const value: Json = JSON.parse(text);
  const quoted = quoteIntegers(text);
  if (quoted === text) return { value, exact: value, lost: [] };
  const exact: Json = JSON.parse(quoted);
  return { value, exact, lost: findLost(value, exact) };
}

/** What to do about the first of them, for whoever sent or typed them; null where there are none. */
export function tellLost([first, ...others]: readonly LostInteger[], what: string): string | null {
  if (first === undefined) return null;
  const place = first.path === '' ? what : `${what} at ${first.path}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${place} has ${shorten(first.source)}, too long for an exact number${more}. Write it in quotes.`;
}

/** Digits that can be shown in a sentence. */
export function shorten(digits: string): string {
  return digits.length > 40 ? `${digits.slice(0, 40)}…` : digits;
}

/** JSON, or a line of it, with quotes around the integers outside of its texts that lose digits. */
export function quoteIntegers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const open = json.indexOf('"', at);
    const end = open === -1 ? json.length : open;
    parts.push(json.slice(at, end).replace(NUMBER, (number) => (losesDigits(number) ? `"${number}"` : number)));
    at = open === -1 ? json.length : endOfText(json, open);
    parts.push(json.slice(end, at));
  }
  return parts.join('');
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Behind the quote that closes the text whose first quote is at `open`. */
function endOfText(json: string, open: number): number {
  for (let close = json.indexOf('"', open + 1); close !== -1; close = json.indexOf('"', close + 1)) {
    let escapes = 0;
    while (json[close - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return close + 1;
  }
  return json.length;
}

/** Where one reading has a number and the other its digits. */
function findLost(value: Json, exact: Json): readonly LostInteger[] {
  const lost: LostInteger[] = [];
  const open: (readonly [Json, Json, string])[] = [[value, exact, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [read, kept, path] = next;
    if (typeof read === 'number' && typeof kept === 'string') lost.push({ path, source: kept });
    if (typeof read !== 'object' || read === null || typeof kept !== 'object' || kept === null) continue;
    const others = Object.values<Json>(kept);
    // The last one first: what is pushed last is looked at next.
    for (const [index, [key, each]] of [...Object.entries<Json>(read).entries()].toReversed())
      if (typeof each === 'number' || typeof each === 'object')
        open.push([each, others[index] ?? null, join(path, key, Array.isArray(read))]);
  }
  return lost;
}

function join(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
