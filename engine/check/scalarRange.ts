import type { ScalarNode } from '../syntax/index.ts';
import type { TextRange } from '../text/index.ts';

const ESCAPE = /^\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\r?\n[ \t]*|[\s\S])/;

/**
 * Where a part of a scalar's value stands in the document. Offsets of `part` are in the value; quotes, escapes, folded
 * lines and indents lie between. Falls back to the whole scalar when the two cannot be matched.
 */
export function scalarRange(node: ScalarNode, part: TextRange): TextRange {
  const value = String(node.value);
  const offsets = matchOffsets(node, value, Math.min(part.end, value.length));
  const start = offsets?.[Math.min(part.start, value.length)];
  const end = offsets?.[Math.min(part.end, value.length)];
  if (start === undefined || end === undefined) return { start: node.start, end: node.end };
  return { start: node.start + start, end: node.start + Math.max(start, end) };
}

/** For each offset of the value up to `last`, the offset in the source; undefined when they do not match. */
function matchOffsets(node: ScalarNode, value: string, last: number): readonly number[] | undefined {
  const { source, style } = node;
  const offsets: number[] = [];
  let at = style === 'double' || style === 'single' ? 1 : 0;
  if (style === 'literal' || style === 'folded') at = skipHeader(source);
  for (let index = 0; index < last; ) {
    const char = value[index] ?? '';
    const taken = take(source, at, char, style);
    if (taken === undefined) return undefined;
    offsets.push(taken.from);
    // An escape of a character outside the basic plane stands for two units of the value.
    if (taken.isEscape && isHighSurrogate(char)) {
      offsets.push(taken.from);
      index++;
    }
    index++;
    at = taken.to;
  }
  offsets.push(at);
  return offsets;
}

interface Taken {
  readonly from: number;
  readonly to: number;
  readonly isEscape: boolean;
}

/** The characters of the source from `at` on that one character of the value was read from. */
function take(source: string, at: number, char: string, style: ScalarNode['style']): Taken | undefined {
  const here = source[at] ?? '';
  if (style === 'double' && here === '\\') {
    const escape = ESCAPE.exec(source.slice(at, at + 64))?.[0] ?? '';
    if (/^\\\r?\n/.test(escape)) return take(source, at + escape.length, char, style);
    return { from: at, to: at + escape.length, isEscape: true };
  }
  if (style === 'single' && here === "'" && source[at + 1] === "'") return { from: at, to: at + 2, isEscape: true };
  const fold = /^[ \t]*(?:\r?\n[ \t]*)+/.exec(source.slice(at))?.[0];
  if (fold === undefined) return here === char ? { from: at, to: at + 1, isEscape: false } : undefined;
  if (char === ' ' && here !== '\n' && here !== '\r' && !/^[ \t]*\r?\n/.test(source.slice(at))) {
    return { from: at, to: at + 1, isEscape: false };
  }
  if (char === ' ') return { from: at, to: at + fold.length, isEscape: false };
  if (char === '\n') return takeBreak(source, at, fold, style);
  const next = at + fold.length;
  return source[next] === char ? { from: next, to: next + 1, isEscape: false } : undefined;
}

/** A line break of the value: one in a literal block; of folded text, all but the first of a run. */
function takeBreak(source: string, at: number, fold: string, style: ScalarNode['style']): Taken {
  if (style === 'literal') {
    const one = /^[ \t]*\r?\n[ \t]*/.exec(source.slice(at))?.[0] ?? '';
    return { from: at, to: at + one.length, isEscape: false };
  }
  const breaks = fold.match(/\r?\n[ \t]*/g) ?? [];
  const isLast = breaks.length <= 2;
  return { from: at, to: at + (isLast ? fold.length : fold.length - (breaks.at(-1)?.length ?? 0)), isEscape: false };
}

function skipHeader(source: string): number {
  return /^[|>][^\n]*\n[ \t\r\n]*/.exec(source)?.[0].length ?? 0;
}

function isHighSurrogate(char: string): boolean {
  return /[\ud800-\udbff]/.test(char);
}
