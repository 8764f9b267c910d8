import type { KeyBinding } from '../actions/index.ts';

/** Keys of the outline. */
export const outlineKeys: readonly KeyBinding[] = [
  { label: 'Select the task, and edit it when pressed again', shortcuts: ['Enter'], scope: 'outline' },
  { label: 'Add the task to the selection, or take it out', shortcuts: ['Space'], scope: 'outline' },
  { label: 'Open or close a container', shortcuts: ['ArrowRight', 'ArrowLeft'], scope: 'outline' },
  { label: 'Rename the task', shortcuts: ['F2'], scope: 'outline' },
  { label: 'Disable or enable the task', shortcuts: ['Mod+/'], scope: 'outline' },
  { label: 'Delete the task', shortcuts: ['Delete'], scope: 'outline' },
];
