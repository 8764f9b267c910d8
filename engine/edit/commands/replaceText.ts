import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Refusal, TextEdit, Transaction } from '../../text/index.ts';
import { areValidEdits } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';

/** Edits the user typed. */
export interface TextReplacement {
  /** The file the edits are for. */
  readonly path: string;
  /** Sorted and disjoint; offsets in the analysed text. */
  readonly edits: readonly TextEdit[];
  /** What typed them: neighbours with the same origin join in history. */
  readonly origin?: string | undefined;
}

/** Changes characters, as an editor does; the only command that also works on broken text. Refused with `STALE_EDIT`. */
export function replaceText(
  analysis: Analysis,
  { path, edits, origin = 'source.type' }: TextReplacement,
): Result<Transaction, Refusal> {
  if (path !== analysis.path || !areValidEdits(analysis.syntax.text.length, edits)) {
    return refuse('STALE_EDIT', path, 'The text has changed meanwhile. Try again.');
  }
  return ok({ origin, changes: edits.length === 0 ? [] : [{ type: 'edit', path, edits }] });
}
