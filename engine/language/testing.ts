/** For the tests of this folder: documents with a cursor `‸` in them. */
import { type Analysis, analyze } from '../graph/index.ts';

/** Splits a document at its cursor. */
export function atCursor(marked: string, path = 'test.yaml'): { analysis: Analysis; offset: number; text: string } {
  const offset = marked.indexOf('‸');
  if (offset === -1) throw new Error('The document has no cursor ‸.');
  const text = marked.replace('‸', '');
  return { analysis: analyze(path, text), offset, text };
}
