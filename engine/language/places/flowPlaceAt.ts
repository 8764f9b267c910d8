import type { Path, TextRange } from '../../text/index.ts';

/** A collection in braces or brackets that is open at the cursor. */
interface OpenCollection {
  readonly isMap: boolean;
  readonly keys: string[];
  /** The key whose value is being typed; null where a key is. */
  key: string | null;
  index: number;
  /** Where what is being typed begins. */
  start: number;
}

/** A place inside `{…}` or `[…]`: `typed` is the text there so far, `siblings` the keys next to it. */
export interface FlowPlace {
  readonly kind: 'key' | 'value';
  readonly path: Path;
  readonly typed: TextRange;
  readonly siblings: readonly string[];
}

/**
 * The place behind the text of a value that begins with `{` or `[` on this line; null when none is open there. `{{` is a
 * template, no map. `offset` is where `before` ends in the document; the path begins at the value.
 */
export function flowPlaceAt(before: string, offset: number): FlowPlace | null {
  if (!/^[{[]/.test(before) || before.startsWith('{{')) return null;
  const levels: OpenCollection[] = [];
  for (let at = 0; at < before.length; at += 1) {
    const char = before[at];
    const level = levels.at(-1);
    if (char === '"' || char === "'") {
      const end = before.indexOf(char, at + 1);
      if (end === -1) break;
      at = end;
    } else if (char === '{' || char === '[') {
      levels.push({ isMap: char === '{', keys: [], key: null, index: 0, start: at + 1 });
    } else if (char === '}' || char === ']') {
      levels.pop();
    } else if (level !== undefined && char === ',') {
      level.key = null;
      level.index += 1;
      level.start = at + 1;
    } else if (
      level !== undefined &&
      char === ':' &&
      level.isMap &&
      level.key === null &&
      /\s|^$/.test(before[at + 1] ?? '')
    ) {
      level.key = before
        .slice(level.start, at)
        .trim()
        .replaceAll(/^["']|["']$/g, '');
      level.keys.push(level.key);
      level.start = at + 1;
    }
  }
  const inner = levels.at(-1);
  if (inner === undefined) return null;
  const path = levels.slice(0, -1).map(stepOf);
  const word = before.slice(inner.start);
  const typed = { start: offset - word.trimStart().length, end: offset };
  if (inner.isMap && inner.key === null) return { kind: 'key', path, typed, siblings: inner.keys };
  return { kind: 'value', path: [...path, stepOf(inner)], typed, siblings: [] };
}

function stepOf(level: OpenCollection): string | number {
  return level.isMap ? (level.key ?? '') : level.index;
}
