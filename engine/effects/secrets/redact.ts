import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { encodeBase64, textToBase64 } from './base64.ts';

/** What stands in the place of a secret's value. Never resolves back to it. */
export const MASK = '••••••';

/** Shorter values cannot be told from ordinary text, and masking them would shred it. */
const SHORTEST = 4;

/** Deeper values are refused: the journal and the screen could not hold them either. */
const DEEPEST = 256;

/** Replaces secret values. */
export interface Redactor {
  /** A text with every secret in it replaced. */
  readonly redactText: (text: string) => string;
  /** What stands for a text that is a secret as a whole; undefined for any other. */
  readonly findSubstitute: (text: string) => string | undefined;
}

/**
 * Replaces each secret value in a text by its substitute: plain, base64 (standard and URL-safe, also in the middle of a
 * longer encoded text), URL-encoded, and as JSON escapes it. Longer values first; values under 4 characters are left.
 * `secrets` gives the substitute by value.
 */
export function createRedactor(secrets: ReadonlyMap<string, string>): Redactor {
  const substitutes = new Map<string, string>();
  for (const [value, substitute] of secrets) {
    if (value.length < SHORTEST) continue;
    for (const form of formsOf(value)) substitutes.set(form, substitute);
  }
  const findSubstitute = (text: string): string | undefined => substitutes.get(text);
  if (substitutes.size === 0) return { redactText: (text) => text, findSubstitute };
  const forms = [...substitutes.keys()].sort((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp(forms.join('|'), 'g');
  return { redactText: (text) => text.replace(pattern, (match) => substitutes.get(match) ?? MASK), findSubstitute };
}

/**
 * Redacts a value: every text, keys included, and numbers that are a secret as a whole. Throws RangeError for a value
 * nested over 256 levels.
 */
export function redact(value: Json, redactor: Redactor, depth = 0): Json {
  if (depth > DEEPEST) throw new RangeError('The value is nested too deeply.');
  if (typeof value === 'string') return redactor.redactText(value);
  if (typeof value === 'number') return redactor.findSubstitute(String(value)) ?? value;
  if (Array.isArray(value)) return value.map((item: Json) => redact(item, redactor, depth + 1));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return jsonObject(entries.map(([key, item]) => [redactor.redactText(key), redact(item, redactor, depth + 1)]));
  }
  return value;
}

function formsOf(value: string): ReadonlySet<string> {
  const url = encodeURIComponent(value);
  const base64 = [textToBase64(value), ...alignedBase64(value)];
  return new Set([
    value,
    url,
    url.replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    ...base64.flatMap((text) => [text, text.replaceAll('=', '')]),
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  ]);
}

/** The characters a value always gives inside a longer base64 text, for each place it can start at within three bytes. */
function alignedBase64(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  if (bytes.length < 8) return [];
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return encodeBase64(padded).slice(Math.ceil((offset * 8) / 6), end);
  });
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
