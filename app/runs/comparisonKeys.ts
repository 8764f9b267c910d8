import type { KeyBinding } from '../actions/index.ts';

/** Keys of the comparison of two runs, which fills the window and handles them itself. */
export const comparisonKeys = [
  { label: 'Next difference', shortcuts: ['N'], scope: 'comparison' },
  { label: 'Previous difference', shortcuts: ['Shift+N'], scope: 'comparison' },
  { label: 'Close the comparison', shortcuts: ['Escape'], scope: 'comparison' },
] as const satisfies readonly KeyBinding[];
