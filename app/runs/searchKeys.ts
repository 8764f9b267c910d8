import type { KeyBinding } from '../actions/index.ts';

/** Keys of the search in a run, which the drawer handles itself. */
export const searchKeys = [
  { label: 'Search in the run', shortcuts: ['Mod+F'], scope: 'run' },
  { label: 'Next hit', shortcuts: ['F3', 'Enter'], scope: 'run' },
  { label: 'Previous hit', shortcuts: ['Shift+F3', 'Shift+Enter'], scope: 'run' },
  { label: 'Close the search', shortcuts: ['Escape'], scope: 'run' },
] as const satisfies readonly KeyBinding[];
