import { describe, expect, it } from 'vitest';
import { formatShortcut, type KeyPress, matchesShortcut } from './shortcut.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, code: '', ...held };
}

describe('a shortcut', () => {
  it('is pressed with exactly its modifiers', () => {
    expect(matchesShortcut(press('z', { ctrlKey: true }), 'Mod+Z')).toBe(true);
    expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z')).toBe(true);
    expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z')).toBe(false);
    expect(matchesShortcut(press('z'), 'Mod+Z')).toBe(false);
    expect(matchesShortcut(press('z', { ctrlKey: true, altKey: true }), 'Mod+Z')).toBe(false);
    expect(matchesShortcut(press('z', { metaKey: true }), 'Mod+Z')).toBe(false);
  });

  it('that is a sign counts however the keyboard makes it', () => {
    expect(matchesShortcut(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(matchesShortcut(press('?'), '?')).toBe(true);
    expect(matchesShortcut(press('.', { ctrlKey: true }), 'Mod+.')).toBe(true);
    expect(matchesShortcut(press('!', { code: 'Digit1', shiftKey: true }), 'Shift+1')).toBe(true);
  });

  it('is shown in the words of the platform', () => {
    expect(formatShortcut('Mod+Shift+Z')).toBe('Ctrl+Shift+Z');
    expect(formatShortcut('ArrowLeft')).toBe('←');
  });
});
