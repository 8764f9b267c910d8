import { withModule } from '../../session/index.ts';
import { lazyModule } from '../../ui/index.ts';

type Acts = typeof import('../acts/index.ts');

/** What can be done to tasks on the canvas. */
export const acts = lazyModule(() => import('../acts/index.ts'));

/** Does something to tasks: at once, or as soon as it is known how. */
export function withActs(use: (acts: Acts) => void): void {
  withModule(acts, use);
}
