import type { TextEdit } from '#engine';
import { judgePaste, noteCopy } from '../session/index.ts';
import type { monaco } from './monaco.ts';

/** A change that may have been a paste. */
export interface Pasted {
  readonly path: string;
  /** The file's text before it. */
  readonly before: string;
  /** In that text. */
  readonly edits: readonly TextEdit[];
}

/**
 * Reports to the session what is copied out of the editor and what is pasted into it: a text from elsewhere is not trusted.
 * Answers with a function that stops that.
 * @param lastChange the newest change of the text: the editor reports right after it that it was a paste
 */
export function followClipboard(
  editor: monaco.editor.IStandaloneCodeEditor,
  lastChange: () => Pasted | null,
): () => void {
  const container = editor.getContainerDomNode();
  container.addEventListener('copy', copy);
  container.addEventListener('cut', copy);
  const pasting = editor.onDidPaste(({ clipboardEvent }) => {
    const change = lastChange();
    if (change === null) return;
    const written = change.edits.map(({ text }) => text).join('\n');
    judgePaste(change, clipboardEvent?.clipboardData?.getData('text/plain') || written);
  });
  return () => {
    container.removeEventListener('copy', copy);
    container.removeEventListener('cut', copy);
    pasting.dispose();
  };
}

/** The editor has put its text on the clipboard by the time the event gets here. */
function copy({ clipboardData }: ClipboardEvent): void {
  noteCopy(clipboardData?.getData('text/plain') ?? '');
}
