import { EMPTY_VIEW, foldRun, type RunEvent, type RunView } from '#engine/run';
import type { RunEvents } from '../store/RunState.ts';
import { type KeptViews, runRuntime, type ViewAt } from './runtime.ts';

/** How many events lie between two views that are kept: so many are folded at most to show any instant. */
const EVERY = 1000;

/**
 * What was seen of a run after its first `count` events. Views at bounded distances are kept as far as the run has been
 * folded, so that no instant of it costs more than {@link EVERY} events. They share what does not change between them.
 */
export function viewAfter(events: RunEvents, count: number): RunView {
  const kept = keptViews(events.at(0));
  let { count: at, view } = nearestBefore(kept, count);
  while (at < count) {
    const next = Math.min(count, at + EVERY - (at % EVERY));
    view = foldRun(view, events.slice(at, next));
    at = next;
    if (at === kept.views.length * EVERY) kept.views.push(view);
  }
  kept.last = { count, view };
  if (count >= kept.newest.count) kept.newest = kept.last;
  return view;
}

/** The latest view that is known and not after `count` events. */
function nearestBefore({ views, last, newest }: KeptViews, count: number): ViewAt {
  const index = Math.min(Math.floor(count / EVERY), views.length - 1);
  let nearest: ViewAt = { count: index * EVERY, view: views[index] ?? EMPTY_VIEW };
  for (const each of [last, newest]) if (each.count <= count && each.count > nearest.count) nearest = each;
  return nearest;
}

/** Those of the run that began with an event: they are freed with it. */
function keptViews(first: RunEvent | undefined): KeptViews {
  const known = first && runRuntime.views.get(first);
  if (known) return known;
  const start = { count: 0, view: EMPTY_VIEW };
  const kept: KeptViews = { views: [EMPTY_VIEW], last: start, newest: start };
  if (first) runRuntime.views.set(first, kept);
  return kept;
}
