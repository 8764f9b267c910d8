import { CST, Lexer } from 'yaml';
import type { TextRange } from '../../text/index.ts';
import {
  attachedStart,
  columnOf,
  dedentLines,
  isFirstOnLine,
  lineEnd,
  lineStart,
  placeAfter,
} from '../lines/textLines.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { TreePlace } from './locate.ts';

/** An item of a list as it is written. */
export interface ItemText {
  /** Without indent: from its dash and the comments above it, in brackets its value alone. */
  readonly lines: readonly string[];
  readonly isFlow: boolean;
  /** The same as it is written in brackets; absent where it is written on lines. */
  readonly flow: string | undefined;
  readonly hasComments: boolean;
  /** Where the comments above, next to and below it are. */
  readonly comments: readonly TextRange[];
}

/** Reads an item with its comments; null where there is no item of a list. */
export function readItemText({ text }: Syntax, { slot, parents }: TreePlace): ItemText | null {
  const list = parents.at(-1)?.value;
  if (slot.kind !== 'item' || list?.kind !== 'list') return null;
  const { start, end } = slot.item;
  const column = columnOf(text, start);
  if (list.style === 'flow') {
    const flow = text.slice(start, end);
    const lines = dedentLines(flow.split(/\r?\n/), indentOf(text, start));
    return { lines, isFlow: true, flow, hasComments: hasComments(flow), comments: [] };
  }
  const first = isFirstOnLine(text, start) ? attachedStart(text, start) : start;
  const after = placeAfter(text, end, column);
  const last = after > 0 && text.charAt(after - 1) === '\n' ? lineEnd(text, lineStart(text, after - 1)) : after;
  const source = text.slice(first, last);
  const comments = [
    { start: first, end: first === start ? first : lineStart(text, start) },
    { start: end, end: Math.max(last, end) },
  ];
  return {
    lines: dedentLines(source.split(/\r?\n/), column),
    isFlow: false,
    flow: undefined,
    hasComments: hasComments(source),
    comments: comments.filter((range) => range.end > range.start),
  };
}

/** Blanks at the start of the line of an offset. */
function indentOf(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return /^ */.exec(text.slice(start, offset))?.[0].length ?? 0;
}

/** Whether YAML holds a comment: a `#` within text is none. */
function hasComments(source: string): boolean {
  let previous = '';
  for (const lexeme of new Lexer().lex(source)) {
    if (lexeme.startsWith('#') && previous !== CST.SCALAR) return true;
    previous = lexeme;
  }
  return false;
}
