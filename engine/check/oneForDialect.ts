import { convertDialect, type Dialect, findDialect } from '../convert/index.ts';
import type { Syntax } from '../syntax/index.ts';
import { severityOf } from './subject/codes.ts';
import type { Finding } from './subject/Rule.ts';

/** Most marks that a message names. */
const MOST_MARKS = 4;

/**
 * The findings of a document, or one in their place where it is written for another program: what is found in it key by key comes
 * of that, and its fix is to convert it. An error where one of them is.
 */
export function oneForDialect(found: readonly Finding[], syntax: Syntax): readonly Finding[] {
  const dialect = found.length === 0 ? null : findDialect(syntax);
  if (dialect === null) return found;
  const isError = found.some(({ code }) => severityOf(code) === 'error');
  const message = `This is written for Compozy (${listMarks(dialect)})${isError ? '' : ', and what only that reads does nothing here'}. “Convert” rewrites it for this format: every change is listed, and what has no counterpart stays as a comment.`;
  const fixes = () => {
    const { edits, notes } = convertDialect(syntax);
    return edits.length === 0 ? [] : [{ title: `Convert: ${notes.length} changes`, edits, changes: notes }];
  };
  return [{ code: isError ? 'OTHER_DIALECT' : 'DIALECT_KEYS', path: ['tasks'], part: 'key', message, fixes }];
}

function listMarks({ marks }: Dialect): string {
  return `${marks.slice(0, MOST_MARKS).join(', ')}${marks.length > MOST_MARKS ? ', …' : ''}`;
}
