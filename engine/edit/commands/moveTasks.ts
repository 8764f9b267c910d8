import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Layout, Point, Refusal, Transaction } from '../../text/index.ts';

/** New places of cards. */
export interface TaskMove {
  /** Top-left corners by node id, relative to the container's content corner; others keep theirs. */
  readonly positions: ReadonlyMap<string, Point>;
  /** The file's layout now. */
  readonly layout: Layout;
}

/** Puts cards elsewhere. The text does not change, so this is done also while it is broken. */
export function moveTasks(analysis: Analysis, { positions, layout }: TaskMove): Result<Transaction, Refusal> {
  const moved = [...positions].filter(([id]) => analysis.graph.nodes.has(id));
  const next: Layout = { ...layout, positions: new Map([...layout.positions, ...moved]) };
  const origin = `moveTasks:${moved.map(([id]) => id).join()}`;
  return ok({ origin, changes: [], layouts: new Map([[analysis.path, next]]) });
}

/** A container to fold up or open. */
export interface Collapse {
  readonly id: string;
  readonly isCollapsed: boolean;
  /** The file's layout now. */
  readonly layout: Layout;
}

/** Draws a container without its inside, or with it again. */
export function collapseTask(analysis: Analysis, { id, isCollapsed, layout }: Collapse): Result<Transaction, Refusal> {
  const collapsed = new Set(layout.collapsed);
  if (isCollapsed) collapsed.add(id);
  else collapsed.delete(id);
  return ok({
    origin: `collapseTask:${id}`,
    changes: [],
    layouts: new Map([[analysis.path, { ...layout, collapsed }]]),
  });
}
