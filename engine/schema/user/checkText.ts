import { format } from '@cfworker/json-schema';
import type { RE2JS } from 're2js';
import { patterns } from '../../base/index.ts';
import type { Findings } from './Finding.ts';
import type { Keywords, Steps } from './Subject.ts';

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

/** Formats that are checked, with the longest text that can have one. The others are notes, as JSON Schema has it. */
const LONGEST: ReadonlyMap<string, number> = new Map([
  ['date-time', 100],
  ['date', 100],
  ['time', 100],
  ['duration', 1_000],
  ['email', 1_000],
  ['hostname', 253],
  ['ipv4', 100],
  ['ipv6', 100],
  ['uuid', 100],
  ['uri', 100_000],
  ['uri-reference', 100_000],
  ['json-pointer', 100_000],
]);

/** Whether a text has a format; true where the format is not one that is checked. */
function hasFormat(text: string, name: string, steps: Steps): boolean {
  const longest = LONGEST.get(name);
  if (longest === undefined) return true;
  if (text.length > longest) return false;
  steps.spend(1 + (text.length >> 4));
  return format[name]?.(text) ?? true;
}

const known = new Map<string, RE2JS | null>();
const KEPT = 500;

/**
 * A regular expression of a user's schema on an engine that cannot run away; null when it cannot be read, which is so
 * for look-around and back-references too. Matches anywhere in a text, as JSON Schema asks.
 */
export function compilePattern(source: string): RE2JS | null {
  const cached = known.get(source);
  if (cached !== undefined) return cached;
  const compiled = source.length > 1_000 ? null : compile(source);
  if (known.size >= KEPT) known.clear();
  known.set(source, compiled);
  return compiled;
}

function compile(source: string): RE2JS | null {
  const engine = patterns();
  try {
    return engine.compile(engine.translateRegExp(source));
  } catch {
    return null;
  }
}
