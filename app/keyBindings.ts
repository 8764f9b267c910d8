import type { KeyBinding } from './actions/index.ts';
import { canvasKeys } from './canvas/canvasKeys.ts';
import { findKeys } from './find/findKeys.ts';
import { outlineKeys } from './outline/outlineKeys.ts';
import { comparisonKeys, drawerKeys } from './runs/runKeys.ts';

/** Keys of features that are no actions. */
export const KEYS: readonly KeyBinding[] = [
  ...canvasKeys,
  ...outlineKeys,
  ...findKeys,
  ...drawerKeys,
  ...comparisonKeys,
];
