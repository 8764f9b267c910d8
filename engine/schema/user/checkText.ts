import type { Findings } from './Finding.ts';
import { hasFormat } from './formats.ts';
import { compilePattern } from './pattern.ts';
import type { Steps } from './Steps.ts';
import type { Keywords } from './Subject.ts';

interface TextCheck {
  readonly steps: Steps;
  readonly found: Findings;
}

/** Checks a text against `pattern`, the lengths and `format`. */
export function checkText(node: Keywords, text: string, { steps, found }: TextCheck): void {
  const { pattern, minLength, maxLength, format } = node;
  if (typeof pattern === 'string' && !matchesPattern(pattern, text, steps)) found.add('pattern', pattern);
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    steps.spend(text.length >> 6);
    const length = countCharacters(text);
    if (typeof minLength === 'number' && length < minLength) found.add('minLength', minLength);
    if (typeof maxLength === 'number' && length > maxLength) found.add('maxLength', maxLength);
  }
  if (typeof format === 'string' && !hasFormat(text, format, steps)) found.add('format', format);
}

/** True also for a pattern that cannot run: `checkSchema` reports it. */
export function matchesPattern(source: string, text: string, steps: Steps): boolean {
  const pattern = compilePattern(source);
  if (pattern === null) return true;
  // The engine keeps every place of the pattern that a character may be at.
  steps.spend(1 + (text.length * Math.min(pattern.programSize(), text.length + 10)) / 16);
  return pattern.matcher(text).find();
}

/** Length in code points: a surrogate pair counts once. */
function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const isFirst = (text.charCodeAt(at) & 0xfc00) === 0xd800;
    if (!isFirst || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    pairs += 1;
    at += 1;
  }
  return text.length - pairs;
}
