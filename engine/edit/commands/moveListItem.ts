import type { Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { moveItem } from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { editFile } from '../steps/editFile.ts';

/** An item of any list, and the place it gets among the others, counted from 0. */
export interface ListMove {
  readonly list: Path;
  readonly from: number;
  readonly to: number;
}

/** Puts an item of a list at another place in it, with the comments that belong to it. */
export function moveListItem(analysis: Analysis, { list, from, to }: ListMove): Result<Transaction, Refusal> {
  const origin = `moveListItem:${list.join('.')}`;
  return editFile(analysis, { origin, steps: from === to ? [] : [(syntax) => moveItem(syntax, list, from, to)] });
}
