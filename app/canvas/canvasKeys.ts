import type { KeyBinding } from '../actions/index.ts';

/** Keys that move the selection, the focus or the view; the canvas handles them itself. */
export const canvasKeys = [
  {
    label: 'Walk along the edges',
    shortcuts: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    scope: 'canvas',
  },
  {
    label: 'Walk, and keep what is selected',
    shortcuts: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    scope: 'canvas',
  },
  { label: 'Walk through the lines of a task', shortcuts: ['W', 'Shift+W'], scope: 'canvas' },
  { label: 'Edit the selected task', shortcuts: ['Enter'], scope: 'canvas' },
  { label: 'Pan', shortcuts: ['Space'], scope: 'canvas' },
  { label: 'Clear the selection', shortcuts: ['Escape'], scope: 'canvas' },
] as const satisfies readonly KeyBinding[];
