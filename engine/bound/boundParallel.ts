import type { Setting } from '../model/index.ts';
import { type Bound, longest, NOTHING, scaled, sum, type Taken } from './Bound.ts';

/** Operations that run at the same time where `max_concurrent` says nothing of it (format.md 4). */
const MOST_AT_ONCE = 100;

/**
 * Operations of which so many run at once, each beginning as one before it ends: together no longer than their sum by that number, and the
 * longest of them once more. A template may let them run one by one.
 */
export function boundParallel(maxConcurrent: Setting<number> | null, operations: readonly Taken[]): Taken {
  const limit = maxConcurrent === null ? MOST_AT_ONCE : maxConcurrent.kind === 'value' ? maxConcurrent.value : 1;
  // Fewer than one is refused.
  if (limit < 1) return NOTHING;
  const lanes = Math.min(Math.floor(limit), MOST_AT_ONCE);
  const span = (bounds: readonly Bound[]): Bound => {
    const most = longest(bounds);
    if (bounds.length <= lanes || most.gaps.length > 0) return most;
    const all = sum(bounds);
    const shared = sum([scaled(all, 1 / lanes), most]);
    return shared.most < all.most ? shared : all;
  };
  return {
    time: span(operations.map(({ time }) => time)),
    asked: span(operations.map(({ asked }) => asked)),
    cost: sum(operations.map(({ cost }) => cost)),
  };
}
