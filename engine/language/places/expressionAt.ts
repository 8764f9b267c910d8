import { parseTemplate } from '../../expression/index.ts';
import type { TextRange } from '../../text/index.ts';

/** A line that continues the scalar before it, rather than beginning a key or an item. */
const NEW_ENTRY = /\n[ \t]*(?:-\s|[\w"'-]+:(?:\s|$))/;

/** Longest distance back to a `{{`, in characters: twice what an expression may have, for indentation. */
const REACH = 8192;

/**
 * The text between the double braces around an offset: offsets in the document, without the braces. Where they are
 * not closed yet it ends with the line. Null outside of braces.
 */
export function expressionAt(text: string, offset: number): TextRange | null {
  const from = Math.max(0, offset - REACH);
  for (let open = text.lastIndexOf('{{', offset - 2); open >= from; open = text.lastIndexOf('{{', open - 1)) {
    if (text[open - 1] === '\\') continue;
    if (NEW_ENTRY.test(text.slice(open, offset))) return null;
    const end = endOfExpression(text, open);
    // Of what is being written, blanks at the end are a part: `{{ slice(a, ` waits for an argument.
    return /^[ \t]*$/.test(text.slice(end, offset)) ? { start: open + 2, end: Math.max(end, offset) } : null;
  }
  return null;
}

/** Where the expression that begins at `open` ends: before its `}}`, else with its line, less a closing quote. */
function endOfExpression(text: string, open: number): number {
  const entry = NEW_ENTRY.exec(text.slice(open, open + REACH));
  const limit = entry === null ? Math.min(text.length, open + REACH) : open + entry.index;
  const template = parseTemplate(text.slice(open, limit));
  const [expression] = template.expressions;
  if (expression !== undefined && text.startsWith('}}', open + expression.end)) return open + expression.end;
  const line = /[\r\n]/.exec(text.slice(open));
  const lineEnd = line === null ? text.length : open + line.index;
  const rest = text.slice(open, lineEnd);
  return open + rest.replace(/["']?\s*$/, '').length;
}
