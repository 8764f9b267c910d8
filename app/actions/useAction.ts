import { useSession } from '../session/index.ts';
import type { Action } from './Action.ts';
import { type ActionId, actionOf, runAction } from './registry.ts';

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
