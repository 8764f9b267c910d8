import type { Layout, Point } from '../../text/index.ts';

/** The layout with positions added or replaced; undefined when there is nothing to keep. */
export function placeInLayout(
  layout: Layout | undefined,
  entries: Iterable<readonly [string, Point]>,
): Layout | undefined {
  const added = [...entries];
  if (!layout || added.length === 0) return undefined;
  return { ...layout, positions: new Map([...layout.positions, ...added]) };
}

/** The layout with one id for another; undefined when it does not know the old one. */
export function renameInLayout(layout: Layout | undefined, from: string, to: string): Layout | undefined {
  if (!layout || !knows(layout, from)) return undefined;
  return {
    ...layout,
    positions: new Map([...layout.positions].map(([id, at]) => [id === from ? to : id, at])),
    collapsed: new Set([...layout.collapsed].map((id) => (id === from ? to : id))),
    ...changeFrames(layout, (tasks) => tasks.map((id) => (id === from ? to : id))),
  };
}

/** The layout without some ids, and without frames around nothing else; undefined when it knows none of them. */
export function dropFromLayout(layout: Layout | undefined, ids: ReadonlySet<string>): Layout | undefined {
  if (!layout || ![...ids].some((id) => knows(layout, id))) return undefined;
  return {
    ...layout,
    positions: new Map([...layout.positions].filter(([id]) => !ids.has(id))),
    collapsed: new Set([...layout.collapsed].filter((id) => !ids.has(id))),
    ...changeFrames(layout, (tasks) => tasks.filter((id) => !ids.has(id))),
  };
}

function knows({ positions, collapsed, frames = [] }: Layout, id: string): boolean {
  return positions.has(id) || collapsed.has(id) || frames.some(({ tasks }) => tasks.includes(id));
}

/** The frames with other tasks, without those that are left with none; nothing where there are no frames. */
function changeFrames(
  { frames }: Layout,
  change: (tasks: readonly string[]) => readonly string[],
): Pick<Layout, 'frames'> {
  if (!frames) return {};
  return {
    frames: frames.map((frame) => ({ ...frame, tasks: change(frame.tasks) })).filter(({ tasks }) => tasks.length > 0),
  };
}
