import { EMPTY_LAYOUT, type Layout } from '#engine';
import { formatLayout } from '#engine/layout';
import { layoutNameOf } from '../../platform/index.ts';
import type { Conflict } from '../store/State.ts';

/** Whether two arrangements are written alike; none is as one that says nothing. */
export function isSameLayout(one: Layout | undefined, other: Layout | undefined): boolean {
  return one === other || formatLayout(one ?? EMPTY_LAYOUT) === formatLayout(other ?? EMPTY_LAYOUT);
}

/** The question about an arrangement that changed on disk and here. @param path of the workflow */
export function toLayoutConflict(path: string, diskText: string, here: Layout): Conflict {
  return { path: layoutNameOf(path), diskText, layout: { of: path, text: formatLayout(here) } };
}
