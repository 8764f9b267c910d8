import { type ClipboardEvent, type RefObject, useCallback, useRef } from 'react';
import { copyText, session } from '../../session/index.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import { isTyping } from './useCanvasKeys.ts';

/** Copy, cut and paste of tasks as YAML, through the browser's own clipboard events: no permission is asked. */
export function useClipboard(canEdit: boolean) {
  const pending = useRef<PendingCopy | null>(null);
  const onCopy = useCallback((event: ClipboardEvent) => {
    if (!isTyping(event.target)) takeCopy(event, pending, 'copy');
  }, []);
  const onCut = useCallback(
    (event: ClipboardEvent) => {
      if (canEdit && !isTyping(event.target)) takeCopy(event, pending, 'cut');
    },
    [canEdit],
  );
  const onPaste = useCallback(
    (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain');
      const copy = pending.current;
      if (!canEdit || isTyping(event.target) || (copy === null && text.trim() === '')) return;
      event.preventDefault();
      withCommands(({ pasteYaml }) => pasteYaml(copy?.text ?? text));
    },
    [canEdit],
  );
  return { onCopy, onCut, onPaste };
}

/** A copy made as soon as the commands are loaded: a paste that comes before it is on the clipboard takes it from here. */
interface PendingCopy {
  text: string | null;
}

/** The page has to ask for the clipboard then, and may be refused: tasks are cut once they are there. */
function copyLater(pending: RefObject<PendingCopy | null>, kind: 'copy' | 'cut'): void {
  const copy: PendingCopy = { text: null };
  pending.current = copy;
  withCommands(({ copySelection, cutSelection }) => {
    copy.text = copySelection();
    const done = kind === 'cut' ? cutSelection() : copyText(copy.text);
    void done.finally(() => {
      if (pending.current === copy) pending.current = null;
    });
  });
}

function takeCopy(event: ClipboardEvent, pending: RefObject<PendingCopy | null>, kind: 'copy' | 'cut'): void {
  const { tasks, notes } = session.getState().document.selection;
  if (tasks.size + notes.size === 0) return;
  event.preventDefault();
  const loaded = commands.loaded();
  if (!loaded) {
    copyLater(pending, kind);
    return;
  }
  // A clipboard event accepts data only synchronously.
  event.clipboardData.setData('text/plain', loaded.copySelection());
  if (kind === 'cut') loaded.removeSelection();
}
