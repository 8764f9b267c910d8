import type { KeyBinding } from '../actions/index.ts';

/** Keys of the panel that finds text. */
export const findKeys: readonly KeyBinding[] = [
  { label: 'Show the chosen match', shortcuts: ['Enter'], scope: 'find' },
  { label: 'Exclude a match from the replacement', shortcuts: ['Delete'], scope: 'find' },
  { label: 'Match case', shortcuts: ['Alt+C'], scope: 'find' },
  { label: 'Whole words', shortcuts: ['Alt+W'], scope: 'find' },
  { label: 'Regular expression', shortcuts: ['Alt+R'], scope: 'find' },
];
