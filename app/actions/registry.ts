import type { ReactNode } from 'react';
import { session, useSession } from '../session/index.ts';
import type { MenuEntry } from '../ui/index.ts';
import type { Action, ContributedActions } from './Action.ts';

export type ActionId = keyof ContributedActions;

/** What features contributed: before the first pane is drawn what that needs, and right after it all. */
const registry: { actions: readonly Action[]; byId: ReadonlyMap<string, Action> } = { actions: [], byId: new Map() };

/** Sets all actions, in the order menus and the palette show them. */
export function registerActions(actions: readonly Action[]): void {
  Object.assign(registry, { actions, byId: new Map(actions.map((action) => [action.id, action])) });
}

/** Every action, in the order menus and the palette show them. */
export function listActions(): readonly Action[] {
  return registry.actions;
}

/** Whether the action with an id is there. */
export function hasAction(id: ActionId): boolean {
  return registry.byId.has(id);
}

/** The action with an id. */
export function actionOf(id: ActionId): Action {
  const action = registry.byId.get(id);
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
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  /** True where the menu knows that it cannot be done; else the action itself says. */
  readonly isDisabled?: boolean;
  readonly onSelect?: () => void;
}

/** The entry of a menu that does one thing. */
type ActionEntry = Extract<MenuEntry, { readonly onSelect: () => void }>;

/** An action as an entry of a menu. */
export function menuEntryOf(id: ActionId, overrides: EntryOverrides = {}): ActionEntry {
  const action = actionOf(id);
  const isDisabled = overrides.isDisabled === true || !isEnabled(action);
  return {
    label: overrides.label ?? action.label,
    icon: overrides.icon ?? action.icon,
    shortcut: action.shortcuts?.[0],
    isDanger: overrides.isDanger,
    hint: isDisabled ? hintOf(action) : undefined,
    isDisabled,
    onSelect: overrides.onSelect ?? (() => void runAction(action)),
  };
}

/** Why an action cannot be done now, where that is not plain to see. */
export function hintOf({ disabledHint }: Action): string | undefined {
  return typeof disabledHint === 'function' ? disabledHint(session.getState()) : disabledHint;
}

/** An action for a button: its record, whether it can be done now, and how to do it. */
export function useAction(id: ActionId): {
  readonly action: Action;
  readonly isEnabled: boolean;
  readonly run: () => void;
} {
  const action = actionOf(id);
  const isEnabled = useSession((state) => action.isEnabled?.(state) ?? true);
  return { action, isEnabled, run: () => void runAction(action) };
}
