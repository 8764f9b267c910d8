import { session } from '../session/index.ts';
import type { MenuEntry } from '../ui/index.ts';
import type { Action } from './Action.ts';
import { debugActions } from './debugActions.tsx';
import { definitionActions } from './definitionActions.tsx';
import { fileActions } from './fileActions.tsx';
import { runActions } from './runActions.tsx';
import { arrangeActions, taskActions } from './taskActions.tsx';
import { canvasActions, editActions, helpActions, viewActions } from './viewActions.tsx';

const ALL = [
  ...runActions,
  ...debugActions,
  ...fileActions,
  ...editActions,
  ...taskActions,
  ...definitionActions,
  ...viewActions,
  ...canvasActions,
  ...arrangeActions,
  ...helpActions,
] as const;

export type ActionId = (typeof ALL)[number]['id'];

/** Every user action, in the order menus and the palette show them. */
export const ACTIONS: readonly Action[] = ALL;

const byId = new Map<string, Action>(ACTIONS.map((action) => [action.id, action]));

/** The action with an id. */
export function actionOf(id: ActionId): Action {
  const action = byId.get(id);
  if (!action) throw new RangeError(`No action ${id}`);
  return action;
}

/** Whether an action can be done now. */
export function isEnabled(action: Action): boolean {
  return action.isEnabled?.(session.getState()) ?? true;
}

/** Does an action if it can be done now; answers whether it was. */
export function runAction(action: Action): boolean {
  if (!isEnabled(action)) return false;
  action.run();
  return true;
}

/** What a menu says otherwise of an action than its record. */
export interface EntryOverrides {
  readonly label?: string;
  /** True where the menu knows that it cannot be done; else the action itself says. */
  readonly isDisabled?: boolean;
  readonly onSelect?: () => void;
}

/** An action as an entry of a menu. */
export function menuEntryOf(id: ActionId, overrides: EntryOverrides = {}): MenuEntry {
  const action = actionOf(id);
  return {
    label: overrides.label ?? action.label,
    icon: action.icon,
    shortcut: action.shortcuts?.[0],
    isDisabled: overrides.isDisabled === true || !isEnabled(action),
    onSelect: overrides.onSelect ?? (() => void runAction(action)),
  };
}
