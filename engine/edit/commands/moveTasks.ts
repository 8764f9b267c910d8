import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { moveItem } from '../../syntax/index.ts';
import type { Layout, Path, Point, Refusal, Transaction } from '../../text/index.ts';
import { editFile } from '../steps/editFile.ts';

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

/** Another arrangement of a file, such as with one more note. */
export interface LayoutChange {
  /** What did it, and to what: changes of one origin within half a second are one step to undo. */
  readonly origin: string;
  readonly layout: Layout;
}

/** Puts one arrangement in the place of another. The text does not change, so this is done also while it is broken. */
export function keepLayout(path: string, { origin, layout }: LayoutChange): Result<Transaction, Refusal> {
  return ok({ origin, changes: [], layouts: new Map([[path, layout]]) });
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

/** An item of any list, and the place it gets among the others, counted from 0. */
interface ListMove {
  readonly list: Path;
  readonly from: number;
  readonly to: number;
}

/** Puts an item of a list at another place in it, with the comments that belong to it. */
export function moveListItem(analysis: Analysis, { list, from, to }: ListMove): Result<Transaction, Refusal> {
  const origin = `moveListItem:${list.join('.')}`;
  return editFile(analysis, { origin, steps: from === to ? [] : [(syntax) => moveItem(syntax, list, from, to)] });
}
