import { type ClipboardEvent, useCallback } from 'react';
import { copyText, session } from '../../session/index.ts';
import { acts, withActs } from './acts.ts';
import { isTyping } from './isTyping.ts';

/** Copy, cut and paste of tasks as YAML, through the browser's own clipboard events: no permission is asked. */
export function useClipboard(canEdit: boolean) {
  const onCopy = useCallback((event: ClipboardEvent) => {
    if (!isTyping(event.target)) takeCopy(event);
  }, []);
  const onCut = useCallback(
    (event: ClipboardEvent) => {
      if (canEdit && !isTyping(event.target) && takeCopy(event)) withActs(({ removeSelection }) => removeSelection());
    },
    [canEdit],
  );
  const onPaste = useCallback(
    (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain');
      if (!canEdit || isTyping(event.target) || text.trim() === '') return;
      event.preventDefault();
      withActs(({ pasteYaml }) => pasteYaml(text));
    },
    [canEdit],
  );
  return { onCopy, onCut, onPaste };
}

function takeCopy(event: ClipboardEvent): boolean {
  if (session.getState().selection.tasks.size === 0) return false;
  const loaded = acts.loaded();
  // An event of the clipboard takes what is given to it at once.
  if (loaded) event.clipboardData.setData('text/plain', loaded.copySelection());
  else withActs(({ copySelection }) => void copyText(copySelection()));
  event.preventDefault();
  return true;
}
