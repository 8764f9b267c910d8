import type { KeyboardEvent } from 'react';

/** Walks the focus up and down the rows of a list (buttons that say whether they are pressed) with the arrow keys. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button[aria-pressed]')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  if (index < 0) return;
  event.preventDefault();
  buttons[index + step]?.focus();
}
