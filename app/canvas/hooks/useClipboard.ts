import { type ClipboardEvent, useCallback } from 'react';
import { session } from '../../session/index.ts';
import { copySelection, pasteYaml, removeSelection } from './edits.ts';
import { isTyping } from './isTyping.ts';

/** Copy, cut and paste of tasks as YAML, through the browser's own clipboard events: no permission is asked. */
export function useClipboard(canEdit: boolean) {
  const onCopy = useCallback((event: ClipboardEvent) => {
    if (!isTyping(event.target)) takeCopy(event);
  }, []);
  const onCut = useCallback(
    (event: ClipboardEvent) => {
      if (canEdit && !isTyping(event.target) && takeCopy(event)) removeSelection();
    },
    [canEdit],
  );
  const onPaste = useCallback(
    (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain');
      if (!canEdit || isTyping(event.target) || text.trim() === '') return;
      event.preventDefault();
      pasteYaml(text);
    },
    [canEdit],
  );
  return { onCopy, onCut, onPaste };
}

function takeCopy(event: ClipboardEvent): boolean {
  if (session.getState().selection.tasks.size === 0) return false;
  event.clipboardData.setData('text/plain', copySelection());
  event.preventDefault();
  return true;
}
