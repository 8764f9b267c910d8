import type { KeyBinding } from '../actions/index.ts';

/** Keys of the search in a run and of its timeline, which the drawer handles itself. */
export const drawerKeys = [
  { label: 'Search in the run', shortcuts: ['Mod+F'], scope: 'run' },
  { label: 'Next hit', shortcuts: ['F3', 'Enter'], scope: 'run' },
  { label: 'Previous hit', shortcuts: ['Shift+F3', 'Shift+Enter'], scope: 'run' },
  { label: 'Close the search', shortcuts: ['Escape'], scope: 'run' },
  { label: 'Walk along the timeline', shortcuts: ['ArrowUp', 'ArrowDown', 'Home', 'End'], scope: 'run' },
  { label: 'Unfold the row, or go into it', shortcuts: ['ArrowRight'], scope: 'run' },
  { label: 'Fold the row, or go to the one around it', shortcuts: ['ArrowLeft'], scope: 'run' },
] as const satisfies readonly KeyBinding[];

/** Keys of a comparison, of two runs or of two texts, which fills the window and handles them itself. */
export const comparisonKeys = [
  { label: 'Next difference', shortcuts: ['N'], scope: 'comparison' },
  { label: 'Previous difference', shortcuts: ['Shift+N'], scope: 'comparison' },
  { label: 'Close the comparison', shortcuts: ['Escape'], scope: 'comparison' },
] as const satisfies readonly KeyBinding[];
