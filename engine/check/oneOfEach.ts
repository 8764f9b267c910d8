import { convertDialect, type Dialect, findDialect, findProgram } from '../convert/index.ts';
import { findNode, type Syntax } from '../syntax/index.ts';
import { type CheckCode, severityOf } from './subject/codes.ts';
import type { Finding } from './subject/Rule.ts';

/** Codes that are less specific than the codes behind them, which also give the reason. */
const LESS_SPECIFIC: ReadonlyMap<CheckCode, readonly CheckCode[]> = new Map<CheckCode, readonly CheckCode[]>([
  ['CONSTANT_CONDITION', ['ALWAYS_TRUE', 'NEVER_EQUAL']],
  ['NEVER_EQUAL', ['ROUTE_NEVER_TAKEN']],
  ['ALWAYS_TRUE', ['NOT_A_TEMPLATE']],
]);

/** The findings without those that a more specific one at the same path replaces, in their order. */
export function oneOfEach(found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ code }) => LESS_SPECIFIC.has(code))) return found;
  const codesByPath = new Map<string, Set<CheckCode>>();
  for (const { code, path } of found) {
    const key = path.join('\n');
    codesByPath.set(key, (codesByPath.get(key) ?? new Set()).add(code));
  }
  return found.filter(({ code, path }) => {
    const better = LESS_SPECIFIC.get(code);
    return better === undefined || !better.some((other) => codesByPath.get(path.join('\n'))?.has(other));
  });
}

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

/**
 * The one finding of a document that is written for another program, in place of all: what this format makes of its keys leads
 * astray. Null for any other document.
 */
export function oneForProgram(syntax: Syntax): Finding | null {
  const foreign = findProgram(syntax);
  if (foreign === null) return null;
  const { program, marks, advice } = foreign;
  const key = marks[0]?.split(':')[0] ?? '';
  const path = [[key], [0, key]].find((place) => findNode(syntax, place) !== undefined) ?? [];
  const message = `This is a workflow for ${program} (${marks.join(', ')}), which does not run here. Rewrite it in this format: ${advice}`;
  return { code: 'OTHER_DIALECT', path, part: 'key', message };
}
