import type { TextRange } from '../../text/index.ts';
import { findForbidden } from '../lines/characters.ts';
import type { MapEntry, Problem } from '../tree/Syntax.ts';

/** A problem that YAML forbids, at a place. */
export function syntaxError(range: TextRange): { code: 'SYNTAX_ERROR'; severity: 'error'; range: TextRange } {
  return { code: 'SYNTAX_ERROR', severity: 'error', range };
}

/** The problem of a document with more keys and values than are read. */
export function tooManyNodes(start: number, end: number): Problem {
  const message = `The document has more than 250,000 keys and values, or far too many lines; what follows is not read. Split it into several files with import.`;
  return { code: 'TOO_MANY_NODES', severity: 'error', range: { start, end }, message };
}

/** A problem for the first character that YAML does not allow in a text. */
export function findControlCharacters(text: string): Problem[] {
  const start = findForbidden(text);
  if (start < 0) return [];
  const range = { start, end: start + 1 };
  const name = `U+${text.charCodeAt(start).toString(16).toUpperCase().padStart(4, '0')}`;
  const message = `There is a control character (${name}) here, which YAML does not allow. Delete it; if this is not a text file, choose another.`;
  const fixes = [{ title: 'Delete the character', edits: [{ ...range, text: '' }] }];
  return [{ code: 'BINARY_FILE', severity: 'error', range, message, fixes }];
}

/** A problem of a part of a text, as one of the text in which that part starts at `delta`. */
export function shiftProblem(problem: Problem, delta: number): Problem {
  const shift = <T extends TextRange>(range: T): T => ({
    ...range,
    start: range.start + delta,
    end: range.end + delta,
  });
  const moved = { ...problem, range: shift(problem.range) };
  const { fixes } = problem;
  return fixes === undefined
    ? moved
    : { ...moved, fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map(shift) })) };
}

/** A problem for each key that a map has already, at the later one; in linear time. The first one counts. */
export function findDuplicates(entries: readonly MapEntry[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { key, keyNode } of entries) {
    if (keyNode.kind === 'alias') continue;
    if (seen.has(key)) {
      const range = { start: keyNode.start, end: keyNode.end };
      const message = `The key “${key}” is in this map twice; the first one counts. Rename or remove one of them.`;
      problems.push({ code: 'DUPLICATE_KEY', severity: 'error', range, message });
    }
    seen.add(key);
  }
  return problems;
}
