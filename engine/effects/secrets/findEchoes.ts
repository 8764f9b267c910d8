import { encodeBase64 } from './base64.ts';
import { canonicalOf } from './canonicalForm.ts';
import { alignedBase64, listForms } from './listForms.ts';
import { STRETCH } from './steps.ts';

/** A place in a canonical form where a secret is repeated. */
export interface Echo {
  readonly from: number;
  readonly to: number;
  /** The secret. */
  readonly value: string;
}

/** Finds secrets in canonical forms, in steps; sorted and disjoint. */
export type FindEchoes = (symbols: Uint8Array) => Generator<void, readonly Echo[]>;

interface Needle {
  readonly symbols: Uint8Array;
  readonly value: string;
  /** Where in the needle the window lies that is looked for. */
  readonly anchor: number;
}

/** Where a search is. */
interface Looked {
  readonly from: number;
  /** Of the window before that. */
  readonly hash: number;
  readonly found: Echo[];
}

/** How many symbols are looked for at once. Shorter forms would be found in ordinary text. */
export const WINDOW = 8;

/** Hashes of windows, by their upper bits: most windows are dismissed by one look. */
const FILTER_BITS = 16;

/**
 * Prepares a search for every form of some secrets that has at least 8 symbols.
 *
 * The input of a run may be made to match a part of a secret, and a run can read a clock. So a window of 8 symbols, at a
 * place in the secret chosen again for each search, is compared by a hash with a base chosen again: the time a search takes
 * reveals nothing of a secret of which less than such a window is known.
 */
export function prepareEchoes(values: Iterable<string>): FindEchoes {
  const [base = 1, ...anchors] = crypto.getRandomValues(new Uint32Array(65));
  const odd = base | 1;
  const needles = listNeedles(values, anchors);
  const byHash = new Map<number, Needle[]>();
  const filter = new Uint8Array(2 ** FILTER_BITS);
  for (const needle of needles) {
    let hash = 0;
    for (let at = 0; at < WINDOW; at += 1) hash = step(hash, needle.symbols[needle.anchor + at] ?? 0, odd);
    byHash.set(hash, [...(byHash.get(hash) ?? []), needle]);
    filter[hash >>> (32 - FILTER_BITS)] = 1;
  }
  let leaving = 1;
  for (let power = 0; power < WINDOW; power += 1) leaving = Math.imul(leaving, odd);
  const look = (symbols: Uint8Array, { from: begin, hash: before, found }: Looked): number => {
    const until = Math.min(symbols.length, begin + STRETCH);
    let hash = before;
    for (let at = begin; at < until; at += 1) {
      hash = step(hash, symbols[at] ?? 0, odd);
      if (at >= WINDOW) hash = (hash - Math.imul(leaving, (symbols[at - WINDOW] ?? 0) + 1)) | 0;
      if (at < WINDOW - 1 || filter[hash >>> (32 - FILTER_BITS)] === 0) continue;
      for (const needle of byHash.get(hash) ?? []) {
        const from = at - WINDOW + 1 - needle.anchor;
        if (isAt(symbols, from, needle.symbols))
          found.push({ from, to: from + needle.symbols.length, value: needle.value });
      }
    }
    return hash;
  };
  return function* find(symbols) {
    if (needles.length === 0) return [];
    const found: Echo[] = [];
    let hash = 0;
    for (let from = 0; from < symbols.length; from += STRETCH) {
      if (from > 0) yield;
      hash = look(symbols, { from, hash, found });
    }
    return disjoint(found);
  };
}

function step(hash: number, symbol: number, base: number): number {
  return (Math.imul(hash, base) + symbol + 1) | 0;
}

function listNeedles(values: Iterable<string>, random: readonly number[]): readonly Needle[] {
  const needles = new Map<string, Needle>();
  for (const value of values) {
    for (const form of listForms(value)) {
      for (const reading of ['plain', 'escaped'] as const) {
        const symbols = canonicalOf(form, reading);
        if (symbols.length < WINDOW) continue;
        const anchor = (random[needles.size % random.length] ?? 0) % (symbols.length - WINDOW + 1);
        const id = symbols.join();
        if (!needles.has(id)) needles.set(id, { symbols, value, anchor });
      }
    }
  }
  return [...needles.values()];
}

function isAt(symbols: Uint8Array, from: number, needle: Uint8Array): boolean {
  if (from < 0 || from + needle.length > symbols.length) return false;
  return needle.every((symbol, index) => symbols[from + index] === symbol);
}

/** Of those that overlap the longer, then the earlier one. */
function disjoint(echoes: readonly Echo[]): readonly Echo[] {
  const sorted = [...echoes].sort((a, b) => a.from - b.from || b.to - a.to);
  const kept: Echo[] = [];
  for (const echo of sorted) {
    const last = kept.at(-1);
    if (last === undefined || echo.from >= last.to) kept.push(echo);
    else if (echo.to - echo.from > last.to - last.from) kept[kept.length - 1] = { ...echo, from: last.from };
  }
  return kept;
}

/** Shorter values cannot be distinguished from ordinary text, and masking them would shred it. */
const SHORTEST = 4;

/**
 * What finds the secrets that are too short for {@link WINDOW}: each character as it is or escaped, in any case, and the
 * Base64 of the whole. The first group that took part is the secret at its index in `values`; null where there are none.
 */
export function compileShortForms(
  secrets: Iterable<string>,
): { readonly pattern: RegExp; readonly values: readonly string[] } | null {
  const values = [...secrets]
    .filter((value) => value.length >= SHORTEST && canonicalOf(value, 'plain').length < WINDOW)
    .sort((a, b) => b.length - a.length);
  if (values.length === 0) return null;
  return { pattern: new RegExp(values.map((value) => `(${toPattern(value)})`).join('|'), 'gi'), values };
}

function toPattern(value: string): string {
  const escaped = Array.from(value, toCharPattern).join('');
  const bytes = new TextEncoder().encode(value);
  const whole = encodeBase64(bytes).replaceAll('=', '');
  const encoded = [whole, ...alignedBase64(bytes)].filter((text) => text.length >= SHORTEST + 2);
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [escaped, ...new Set([...encoded, ...urlSafe].map(escapePattern))].join('|');
}

/** A character as it is, percent-encoded, or escaped as JSON or HTML do. */
function toCharPattern(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const bytes = [...new TextEncoder().encode(char)].map((byte) => byte.toString(16).padStart(2, '0'));
  const forms = [
    `\\\\*${escapePattern(char)}`,
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
    `\\\\+u${hex.padStart(4, '0')}`,
    `\\\\+x${hex.padStart(2, '0')}`,
    `&(?:amp;)*#(?:0*${code}|x0*${hex});?`,
    ...(char === ' ' ? ['\\+'] : []),
  ];
  return `(?:${forms.join('|')})`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
