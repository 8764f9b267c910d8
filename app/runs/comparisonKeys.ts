import type { KeyBinding } from '../actions/index.ts';

/** Keys of a comparison, of two runs or of two texts, which fills the window and handles them itself. */
export const comparisonKeys = [
  { label: 'Next difference', shortcuts: ['N'], scope: 'comparison' },
  { label: 'Previous difference', shortcuts: ['Shift+N'], scope: 'comparison' },
  { label: 'Close the comparison', shortcuts: ['Escape'], scope: 'comparison' },
] as const satisfies readonly KeyBinding[];
