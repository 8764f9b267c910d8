import { type BaseType, selection } from 'd3-selection';
import { lazyModule } from '../../ui/lazyModule.ts';

/**
 * What moves the view by steps. It puts `transition` and `interrupt` on selections of `d3-selection`; who asks for a step of
 * some length asks here first whether it is loaded.
 */
export const transitions = lazyModule(() => import('d3-transition'));

/** Until the library is there nothing moves, so there is nothing to interrupt. */
selection.prototype.interrupt ??= function interruptNothing() {
  return this;
};

/** Ends what moves a node: all that d3-zoom imports of the library, in whose place the build gives it this file (`vite.config.ts`). */
export function interrupt(node: BaseType, name?: string): void {
  transitions.loaded()?.interrupt(node, name);
}

/** How long the view takes to move, in ms: not at all under reduced motion, and until what moves it by steps is loaded. */
export function moveTime(): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  if (transitions.loaded() !== null) return 180;
  transitions.load().catch(() => null);
  return 0;
}
