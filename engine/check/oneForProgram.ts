import { findProgram } from '../convert/index.ts';
import { findNode, type Syntax } from '../syntax/index.ts';
import type { Finding } from './subject/Rule.ts';

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
