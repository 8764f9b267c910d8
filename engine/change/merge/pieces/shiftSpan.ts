import type { Span } from './Piece.ts';

const shifted = new WeakMap<Span, string>();

/** The characters of a span whose column is now another one: its lines after the first move along. */
export function shiftSpan(span: Span, column: number): string {
  const by = column - span.column;
  if (by === 0) return span.text;
  return span.isLines === true ? shiftLines(`\n${span.text}`, by).slice(1) : shiftLines(span.text, by);
}

/** The characters as at column 0: what two texts that indent differently have in common. */
export function plainText(span: Span): string {
  if (span.column === 0 || (span.isLines !== true && !span.text.includes('\n'))) return span.text;
  let text = shifted.get(span);
  if (text === undefined) {
    text = shiftSpan(span, 0);
    shifted.set(span, text);
  }
  return text;
}

/** Whether two spans hold the same characters, however far they are indented. */
export function isSame(a: Span, b: Span): boolean {
  return a === b || (a.column === b.column ? a.text === b.text : plainText(a) === plainText(b));
}

/** Moves all lines but the first; a line that is further left than it moves goes to the left as far as it can. */
function shiftLines(text: string, by: number): string {
  if (by === 0 || !text.includes('\n')) return text;
  if (by > 0) return text.replaceAll(/\n(?=[^\n\S]*\S)/g, `\n${' '.repeat(by)}`);
  return text.replaceAll(new RegExp(`\\n {0,${-by}}(?=[^\\n\\S]*\\S)`, 'g'), '\n');
}
