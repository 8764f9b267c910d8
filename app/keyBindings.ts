import type { KeyBinding } from './actions/index.ts';
import { canvasKeys } from './canvas/canvasKeys.ts';
import { comparisonKeys } from './runs/comparisonKeys.ts';

/** Keys of features that are no actions. */
export const KEYS: readonly KeyBinding[] = [...canvasKeys, ...comparisonKeys];
