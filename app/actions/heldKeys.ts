import { matchesShortcut } from '../ui/index.ts';
import { settleActions, withActions } from './lateActions.ts';

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
export function isHolding(): boolean {
  return held.isAny;
}

/**
 * Holds a key that was pressed before its action is there, and presses it again, at the same place, once all of them are. Where
 * they cannot be loaded the user reads why.
 * @param isMeant false for a shortcut that means something else where it was pressed
 */
export function holdKey(event: KeyboardEvent, isMeant: (shortcut: string) => boolean): void {
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
