import { type ClipboardEvent, type RefObject, useCallback, useRef } from 'react';
import { copyText, session } from '../../session/index.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import { isTyping } from './isTyping.ts';

/** Copy, cut and paste of tasks as YAML, through the browser's own clipboard events: no permission is asked. */
export function useClipboard(canEdit: boolean) {
  const pending = useRef<PendingCopy | null>(null);
  const onCopy = useCallback((event: ClipboardEvent) => {
    if (!isTyping(event.target)) takeCopy(event, pending);
  }, []);
  const onCut = useCallback(
    (event: ClipboardEvent) => {
      if (canEdit && !isTyping(event.target) && takeCopy(event, pending))
        withCommands(({ removeSelection }) => removeSelection());
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

function copyLater(pending: RefObject<PendingCopy | null>): void {
  const copy: PendingCopy = { text: null };
  pending.current = copy;
  withCommands(({ copySelection }) => {
    copy.text = copySelection();
    void copyText(copy.text).finally(() => {
      if (pending.current === copy) pending.current = null;
    });
  });
}

function takeCopy(event: ClipboardEvent, pending: RefObject<PendingCopy | null>): boolean {
  if (session.getState().document.selection.tasks.size === 0) return false;
  const loaded = commands.loaded();
  // A clipboard event accepts data only synchronously.
  if (loaded) event.clipboardData.setData('text/plain', loaded.copySelection());
  else copyLater(pending);
  event.preventDefault();
  return true;
}
