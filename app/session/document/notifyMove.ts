import type { HistoryMove, Transaction } from '#engine';
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

/**
 * What a step would do beyond the open file, in words: steps back do not cross into another file unseen. Null where it stays in the open
 * file, or is what was done last and the person sees: files that were added, removed or renamed, or a change of this file and of others.
 */
export function describeCrossing(kind: 'undo' | 'redo', { transaction }: HistoryMove): string | null {
  const { activePath, history } = session.getState().document;
  const { changes, layouts } = transaction;
  const paths = [...new Set([...changes.map(({ path }) => path), ...(layouts?.keys() ?? [])])];
  const [first] = paths.filter((path) => path !== activePath);
  if (first === undefined || activePath === null) return null;
  const isLast = kind === 'redo' || history.redoable.length === 0;
  const isSeen = paths.length > 1 ? paths.includes(activePath) : false;
  if (isLast && (isSeen || changes.some(({ type }) => type !== 'edit'))) return null;
  const others = paths.length - (paths.includes(activePath) ? 2 : 1);
  const rest = others > 0 ? ` and ${others} more ${others === 1 ? 'file' : 'files'}` : '';
  const next = kind === 'undo' ? 'The next step to undo' : 'The next step to redo';
  return `${next} is not in ${activePath}: it changes ${first}${rest}.`;
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
