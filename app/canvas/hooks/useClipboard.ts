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
      const copy = underWay;
      if (!canEdit || isTyping(event.target) || (copy === null && text.trim() === '')) return;
      event.preventDefault();
      withActs(({ pasteYaml }) => pasteYaml(copy?.text ?? text));
    },
    [canEdit],
  );
  return { onCopy, onCut, onPaste };
}

/** A copy that is made as soon as it is known how: a paste that comes before it is on the clipboard takes it from here. */
let underWay: { text: string | null } | null = null;

function copyLater(): void {
  const copy: { text: string | null } = { text: null };
  underWay = copy;
  withActs(({ copySelection }) => {
    copy.text = copySelection();
    void copyText(copy.text).finally(() => {
      if (underWay === copy) underWay = null;
    });
  });
}

function takeCopy(event: ClipboardEvent): boolean {
  if (session.getState().selection.tasks.size === 0) return false;
  const loaded = acts.loaded();
  // An event of the clipboard takes what is given to it at once.
  if (loaded) event.clipboardData.setData('text/plain', loaded.copySelection());
  else copyLater();
  event.preventDefault();
  return true;
}
