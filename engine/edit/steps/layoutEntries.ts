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
  if (!layout || !(layout.positions.has(from) || layout.collapsed.has(from))) return undefined;
  return {
    positions: new Map([...layout.positions].map(([id, at]) => [id === from ? to : id, at])),
    collapsed: new Set([...layout.collapsed].map((id) => (id === from ? to : id))),
  };
}

/** The layout without some ids; undefined when it knows none of them. */
export function dropFromLayout(layout: Layout | undefined, ids: ReadonlySet<string>): Layout | undefined {
  if (!layout || ![...layout.positions.keys(), ...layout.collapsed].some((id) => ids.has(id))) return undefined;
  return {
    positions: new Map([...layout.positions].filter(([id]) => !ids.has(id))),
    collapsed: new Set([...layout.collapsed].filter((id) => !ids.has(id))),
  };
}
