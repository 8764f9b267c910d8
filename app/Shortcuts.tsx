import { type KeyBinding, listShortcuts } from './actions/index.ts';
import { canvasKeys } from './canvas/canvasKeys.ts';
import { findKeys } from './find/findKeys.ts';
import { outlineKeys } from './outline/outlineKeys.ts';
import { comparisonKeys, drawerKeys } from './runs/runKeys.ts';
import { ShortcutsDialog } from './shell/ShortcutsDialog.tsx';

/** Keys of features that are no actions. */
export const KEYS: readonly KeyBinding[] = [
  ...canvasKeys,
  ...outlineKeys,
  ...findKeys,
  ...drawerKeys,
  ...comparisonKeys,
];

/** All keys of actions, and those of features that are no actions, on one page. */
export function Shortcuts() {
  return <ShortcutsDialog groups={listShortcuts(KEYS)} />;
}
