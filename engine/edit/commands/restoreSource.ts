import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findRange, partEnd } from '../../syntax/index.ts';
import { minimalEdits, type Path, type Refusal, type Transaction } from '../../text/index.ts';
import { editFile, findSyntaxRefusal } from '../steps/editFile.ts';
import { removePath } from '../steps/setAt.ts';
import { setSourceAt } from './setSource.ts';

/** A part of the document as it was before something else was written in its place. */
export interface FormerPart {
  readonly path: Path;
  /** Its YAML at that time. */
  readonly yaml: string;
  /** The whole document at that time. */
  readonly text: string;
}

/**
 * Puts a part back as it was: to the letter, comments next to it too, where nothing else of the document has changed since;
 * else its YAML alone.
 */
export function restoreSource(analysis: Analysis, { path, yaml, text }: FormerPart): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const { syntax } = analysis;
  const entry = findRange(syntax, path, 'entry');
  const edits = minimalEdits(syntax.text, text);
  const end = partEnd(syntax.text, entry);
  const isWithin = edits.every((edit) => edit.start >= entry.start && edit.end <= end);
  const origin = `restoreSource:${path.join('.')}`;
  if (!isWithin)
    return editFile(analysis, { origin, steps: [yaml === '' ? removePath(path) : setSourceAt(path, yaml)] });
  return ok({ origin, changes: [{ type: 'edit', path: analysis.path, edits }] });
}
