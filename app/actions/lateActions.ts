import { withModule } from '../session/index.ts';
import { type LazyModule, lazyModule, relyOn } from '../ui/index.ts';
import type { Action } from './Action.ts';
import { type ActionId, actionOf, hasAction, registerActions, runAction } from './registry.ts';

/** What loads all actions; null where all were registered at once. */
const late: { module: LazyModule<boolean> | null } = { module: null };

/**
 * Loads all actions, which replace those of the first screen. Parts that are loaded later wait for them, so that only the
 * first screen has to expect that they are not there.
 * @param load answers with all of them, in the order menus and the palette show them
 */
export function loadActions(load: () => Promise<readonly Action[]>): void {
  const module = lazyModule(() =>
    load()
      .then(registerActions)
      .then(() => true),
  );
  late.module = module;
  relyOn(module, { isForParts: true });
  // Whoever asks for one reads why.
  module.load().catch(() => null);
}

/** Whether all actions are there. */
export function hasAllActions(): boolean {
  return late.module === null || late.module.loaded() !== null;
}

/** Does something with all actions: now, or as soon as they are there. */
export function withActions(use: () => void): void {
  if (late.module === null) use();
  else withModule(late.module, use);
}

/** Resolves once all actions are there, or could not be loaded. */
export async function settleActions(): Promise<void> {
  await late.module?.load().catch(() => null);
}

/** Does an action, if it can be done, as soon as it is there: what buttons of the first screen call. */
export function doAction(id: ActionId): void {
  if (hasAction(id)) runAction(actionOf(id));
  else withActions(() => void runAction(actionOf(id)));
}
