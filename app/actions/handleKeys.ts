import { session } from '../session/index.ts';
import { matchesShortcut } from '../ui/index.ts';
import { holdKey, isHolding } from './heldKeys.ts';
import { hasAllActions } from './lateActions.ts';
import { listActions, runAction } from './registry.ts';

/** Keys that edit text itself: in a text field they mean the field. */
const TEXT_KEYS = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+I']);

/** Keys that go to another pane mean nothing in a text either. */
const PANE_KEYS = new Set(['F6', 'Shift+F6']);

/**
 * Listens for the shortcuts of all actions; answers with a function that stops that. Panes come first: a key one of them
 * has handled (`preventDefault`) is left alone. In text fields only shortcuts with Mod count, and F6; in dialogs none do. What is
 * pressed before all actions are there is held for them.
 */
export function handleKeys(target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window): () => void {
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isTyping = isTextField(event.target);
  const isMeant = (shortcut: string): boolean => (!isTyping || isMeantInText(shortcut)) && !hasDialog();
  // What is pressed after a key that is held is done after it.
  if (!hasAllActions() && isHolding()) return holdKey(event, isMeant);
  for (const action of listActions()) {
    const shortcut = action.shortcuts?.find((candidate) => matchesShortcut(event, candidate));
    if (shortcut === undefined || action.scope === 'canvas') continue;
    if (!isMeant(shortcut)) return;
    // The browser's own meaning (save page, open file) never happens, also where ours does not apply now.
    event.preventDefault();
    runAction(action);
    return;
  }
  if (!hasAllActions()) holdKey(event, isMeant);
}

function isMeantInText(shortcut: string): boolean {
  return PANE_KEYS.has(shortcut) || (shortcut.startsWith('Mod+') && !TEXT_KEYS.has(shortcut));
}

function hasDialog(): boolean {
  return session.getState().view.dialog !== null;
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [role="textbox"], [role="combobox"]') ||
    // Letters there look for an entry.
    target.closest('[role="menu"], [role="listbox"]') !== null ||
    target.closest('.monaco-editor') !== null
  );
}
