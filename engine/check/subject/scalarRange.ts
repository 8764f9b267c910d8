import type { ScalarNode } from '../../syntax/index.ts';
import type { TextRange } from '../../text/index.ts';

/** Escapes of double quotes; one that is a line break joins two lines and adds no character. */
const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\r?\n|([\s\S]))/y;
const BLANK_ESCAPES = ' \tntr';

/**
 * The range of a part of a scalar's value in the document. Offsets of `part` are in the value; quotes, escapes, indents
 * and folded lines lie between. Blanks are all that folding changes, so the n-th other character of the value is the
 * n-th of the source: a part that begins or ends with blanks is narrowed to what is between them. The whole scalar where
 * the two do not match.
 */
export function scalarRange(node: ScalarNode, part: TextRange): TextRange {
  const whole = { start: node.start, end: node.end };
  const value = String(node.value);
  const places = placesOf(node);
  if (places.length !== countInk(value)) return whole;
  const first = places[countInk(value.slice(0, part.start))];
  const last = places[countInk(value.slice(0, part.end)) - 1];
  if (first === undefined) return { start: node.start + (last?.end ?? 0), end: node.start + (last?.end ?? 0) };
  const start = node.start + first.start;
  return { start, end: Math.max(start, node.start + (last?.end ?? 0)) };
}

function countInk(text: string): number {
  return text.replace(/[ \t\r\n]+/g, '').length;
}

/** The range in the source of each unit of the value that is no blank. */
function placesOf({ source, style }: ScalarNode): readonly TextRange[] {
  const places: TextRange[] = [];
  const isQuoted = style === 'double' || style === 'single';
  const isBlock = style === 'literal' || style === 'folded';
  const end = isQuoted ? source.length - 1 : source.length;
  let at = isBlock ? source.indexOf('\n') + 1 : isQuoted ? 1 : 0;
  while (at < end) {
    const char = source[at] ?? '';
    const escape = style === 'double' && char === '\\' ? readEscape(source, at) : undefined;
    const isDoubled = style === 'single' && char === "'";
    const length = escape?.length ?? (isDoubled ? 2 : 1);
    const units = escape?.units ?? (/[ \t\r\n]/.test(char) ? 0 : 1);
    for (let unit = 0; unit < units; unit++) places.push({ start: at, end: at + length });
    at += length;
  }
  return places;
}

/** The length of an escape, and how many units of the value that are no blanks it yields. */
function readEscape(source: string, at: number): { readonly length: number; readonly units: number } {
  ESCAPE.lastIndex = at;
  const [text = '\\', hex2, hex4, hex8, letter] = ESCAPE.exec(source) ?? [];
  const code = hex2 ?? hex4 ?? hex8;
  if (code !== undefined) {
    const character = String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff));
    return { length: text.length, units: countInk(character) };
  }
  return { length: text.length, units: letter === undefined || BLANK_ESCAPES.includes(letter) ? 0 : 1 };
}
