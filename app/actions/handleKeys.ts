import { session } from '../session/index.ts';
import { matchesShortcut } from '../ui/index.ts';
import { hasAllActions, settleActions, withActions } from './lateActions.ts';
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

/** The shortcuts of all actions, except those for which the browser has events of its own. A test holds them to the actions. */
export const HELD_SHORTCUTS: readonly string[] = `
  Mod+Enter H Y F8 F10 Mod+. O E Shift+E I F9 Shift+F7 Shift+F8 Mod+O Mod+S Mod+Z Mod+Shift+Z Mod+Y
  Mod+Shift+F Mod+F Mod+Shift+H Delete Backspace F2 Shift+Enter Mod+D D Mod+A C R Mod+G Mod+Shift+G M
  Alt+Shift+ArrowUp Alt+Shift+ArrowDown A Mod+Shift+O Mod+I Mod+J Mod+Shift+M F6 Shift+F6 Shift+1 Shift+0 F
  Shift+F L N Shift+N Mod+Shift+ArrowRight Mod+Shift+ArrowLeft Mod+Shift+ArrowDown Mod+Shift+ArrowUp Shift+G
  Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown Shift+L Shift+C Shift+R Shift+T Shift+M Shift+B
  Shift+H Shift+V Mod+K ?
`
  .trim()
  .split(/\s+/);

const held = { isAny: false };

/** Whether a key is held for its action. */
function isHolding(): boolean {
  return held.isAny;
}

/**
 * Holds a key that was pressed before its action is there, and presses it again, at the same place, once all of them are. Where
 * they cannot be loaded the user reads why.
 * @param isMeant false for a shortcut that means something else where it was pressed
 */
function holdKey(event: KeyboardEvent, isMeant: (shortcut: string) => boolean): void {
  const shortcut = HELD_SHORTCUTS.find((candidate) => matchesShortcut(event, candidate));
  if (shortcut === undefined || !isMeant(shortcut)) return;
  event.preventDefault();
  // A key that is held down counts once.
  if (event.repeat) return;
  held.isAny = true;
  withActions(() => press(event));
  void settleActions().then(() => (held.isAny = false));
}

function press(event: KeyboardEvent): void {
  const { target } = event;
  const isThere = target instanceof Node && target.isConnected;
  (isThere ? target : document.body).dispatchEvent(new KeyboardEvent('keydown', event));
}
