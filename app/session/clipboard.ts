import type { TextEdit } from '#engine';
import { writeClipboard } from '../platform/index.ts';
import { notify } from './notices.ts';
import { session, update } from './store.ts';
import type { TextSource } from './textSources.ts';
import { untrustedAfter, untrustedOf } from './trust.ts';

/** How many texts that were copied here are remembered. */
const KEPT = 20;

/** Texts that were copied out of trusted files since the page was loaded, the newest first. */
let ownCopies: readonly string[] = [];

/** Copies text and says so; says why when the browser refuses. */
export async function copyText(text: string, said = 'Copied.'): Promise<void> {
  const isDone = await writeClipboard(text);
  notify(
    isDone
      ? { kind: 'success', message: said }
      : {
          kind: 'error',
          message: 'The browser did not let the page write to the clipboard. Select the text and copy it by hand.',
        },
  );
}

/** Remembers that a text was copied out of the active file: pasted back, it is not foreign where that file is trusted. */
export function noteCopy(text: string): void {
  const state = session.getState();
  const { activePath } = state;
  const copy = normalize(text);
  const others = ownCopies.filter((each) => each !== copy);
  const isOwn = activePath !== null && copy !== '' && untrustedOf(state, activePath).length === 0;
  ownCopies = isOwn ? [copy, ...others].slice(0, KEPT) : others;
}

/** Whether all of a text was copied here, out of trusted files. */
export function isOwnCopy(text: string): boolean {
  const pasted = normalize(text);
  return pasted === '' || ownCopies.some((copy) => copy === pasted);
}

/**
 * Decides what a paste into the text of a file, which was written already, means for its trust: what was not copied here
 * and makes the file reach more is not trusted.
 */
export function judgePaste(
  { path, before, edits }: { readonly path: string; readonly before: string; readonly edits: readonly TextEdit[] },
  pasted: string,
): void {
  const after = session.getState();
  if (isOwnCopy(pasted) || !after.workspace.files.has(path)) return;
  const files = new Map([...after.workspace.files, [path, before]]);
  const transaction = {
    origin: 'source.paste' satisfies TextSource,
    changes: [{ type: 'edit', path, edits }],
  } as const;
  const untrusted = untrustedAfter({
    before: { ...after, workspace: { ...after.workspace, files } },
    after,
    transaction,
    isMove: false,
  });
  if (untrusted !== after.untrusted) update({ untrusted });
}

/** Clipboards may change the ends of lines. */
function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}
