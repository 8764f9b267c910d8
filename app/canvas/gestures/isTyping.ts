/** Whether an event belongs to something that is typed into, or to a panel over the canvas, and not to the canvas. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .nokey') !== null
  );
}
