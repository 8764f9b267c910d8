import type { TextRange } from '../../text/index.ts';

/** Text to insert, with the places in it that the person fills in, first to last. */
export interface Snippet {
  readonly insertText: string;
  readonly stops: readonly TextRange[];
}

const OPEN = '\u0001';
const CLOSE = '\u0002';

/** Marks a part of a snippet as a place to fill in; empty for a bare cursor. */
export function stop(text = ''): string {
  return `${OPEN}${text}${CLOSE}`;
}

/** Reads the marks of {@link stop}. Every line but the first is indented by so many blanks. */
export function toSnippet(marked: string, indent: number): Snippet {
  const stops: TextRange[] = [];
  let text = '';
  let start = 0;
  for (const char of marked) {
    if (char === OPEN) start = text.length;
    else if (char === CLOSE) stops.push({ start, end: text.length });
    else text += char === '\n' ? `\n${' '.repeat(indent)}` : char;
  }
  return { insertText: text, stops };
}
