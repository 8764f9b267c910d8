import type { RE2JS } from 're2js';
import { patterns } from '../../base/index.ts';

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
