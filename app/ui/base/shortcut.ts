const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const APPLE: Record<string, string> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Ctrl: '⌃',
  Enter: '⏎',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: 'Esc',
};
const OTHER: Record<string, string> = { Mod: 'Ctrl', Escape: 'Esc', Delete: 'Del' };
const ARROWS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/**
 * A shortcut written `Mod+Shift+K` as this platform shows it: `⌘⇧K` on Apple's, `Ctrl+Shift+K` elsewhere.
 * `Mod` is Command on Apple's platforms and Control on all others.
 */
export function formatShortcut(shortcut: string): string {
  const names = isApple ? APPLE : OTHER;
  const parts = shortcut.split('+').map((part) => names[part] ?? ARROWS[part] ?? part);
  return parts.join(isApple ? '' : '+');
}

/** What a shortcut needs to know of a key event. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** True when the event presses exactly this shortcut. A single printable key (`?`) is compared as typed. */
export function matchesShortcut(event: KeyPress, shortcut: string): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const other = isApple ? event.ctrlKey : event.metaKey;
  if (mod !== wants('Mod') || other !== wants('Ctrl') || event.altKey !== wants('Alt')) return false;
  const isSymbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSymbol && event.shiftKey !== wants('Shift')) return false;
  // With Shift a digit key types a character that differs by keyboard: the key code decides.
  if (/^[0-9]$/.test(key)) return event.code === `Digit${key}`;
  return event.key.toLowerCase() === key.toLowerCase();
}
