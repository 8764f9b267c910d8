import { encodeBase64 } from './base64.ts';
import { canonicalOf } from './canonicalForm.ts';
import { WINDOW } from './findEchoes.ts';
import { alignedBase64 } from './listForms.ts';

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
