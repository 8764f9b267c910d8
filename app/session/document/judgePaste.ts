import type { TextEdit } from '#engine';
import { applyChange, session, update } from '../store/store.ts';
import { isOwnCopy } from './clipboard.ts';
import { type TextSource, untrustedAfter } from './trust.ts';

/**
 * Decides what a paste into the text of a file, which was written already, means for its trust: what was not copied here
 * and makes the file reach more is not trusted.
 */
export function judgePaste(
  { path, before, edits }: { readonly path: string; readonly before: string; readonly edits: readonly TextEdit[] },
  pasted: string,
): void {
  const after = session.getState();
  if (isOwnCopy(pasted) || !after.document.workspace.files.has(path)) return;
  const { workspace } = after.document;
  const files = new Map([...workspace.files, [path, before]]);
  const transaction = {
    origin: 'source.paste' satisfies TextSource,
    changes: [{ type: 'edit', path, edits }],
  } as const;
  const untrusted = untrustedAfter({
    before: applyChange(after, { document: { workspace: { ...workspace, files } } }),
    after,
    transaction,
    isMove: false,
  });
  if (untrusted !== after.document.untrusted) update({ document: { untrusted } });
}
