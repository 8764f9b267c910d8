import type { Transaction } from '#engine';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';

/** A step that was undone or redone. */
export interface Move {
  readonly kind: 'undo' | 'redo';
  readonly transaction: Transaction;
  /** The file that was open before. */
  readonly openBefore: string | null;
  /** Makes it as it was before. */
  readonly restore: () => void;
}

/** Says what an undo or redo did where it is more than a change of the open file: files that come, go or open. */
export function notifyMove({ kind, transaction, openBefore, restore }: Move): void {
  const {
    document: { activePath },
  } = session.getState();
  const what = describeFiles(transaction);
  const isElsewhere = activePath !== openBefore && activePath !== null;
  if (what === null && !isElsewhere) return;
  const words = what?.words ?? `a change of ${activePath}, which is open now`;
  const open = isElsewhere && what !== null && what.shown !== activePath ? ` ${activePath} is open now.` : '';
  const message = `${kind === 'undo' ? 'Undone' : 'Redone'}: ${words}.${open}`;
  const back = { label: kind === 'undo' ? 'Redo' : 'Undo', run: restore };
  notify({ kind: 'info', message, ...(what?.isGone === true ? { action: back } : {}) });
}

/** The files a transaction adds, removes or renames; null where it only changes what is in them. */
function describeFiles({
  changes,
}: Transaction): { readonly words: string; readonly shown: string; readonly isGone: boolean } | null {
  for (const change of changes) {
    const { path } = change;
    if (change.type === 'remove') return { words: `${path} is no longer in the workspace`, shown: path, isGone: true };
    if (change.type === 'create') return { words: `${path} is back in the workspace`, shown: path, isGone: false };
    if (change.type === 'move') return { words: `${path} is called ${change.to}`, shown: change.to, isGone: false };
  }
  return null;
}
