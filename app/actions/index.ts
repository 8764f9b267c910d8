/** The registry of what a user can do: buttons, menus, the command palette and keys read the records features contribute. */
export type { Action, ActionGroup, Contribution, KeyBinding } from './Action.ts';
export { handleKeys } from './handleKeys.ts';
export { doAction, loadActions } from './lateActions.ts';
export { listShortcuts, type ShortcutGroup } from './listShortcuts.ts';
export {
  type ActionId,
  actionOf,
  isEnabled,
  listActions,
  menuEntryOf,
  registerActions,
  runAction,
  useAction,
} from './registry.ts';
