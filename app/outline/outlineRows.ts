import { useMemo, useState } from 'react';
import { edgesBySource, type Graph, type GraphNode } from '#engine';
import { disableTasks, removeTasks, setField } from '#engine/edit';
import { roleOf } from '#engine/model';
import { activeAnalysis, dispatch, session, useSession } from '../session/index.ts';
import { findParentRow, moveInRows } from '../ui/index.ts';

/** A task in the outline. */
export interface OutlineRow {
  readonly id: string;
  readonly node: GraphNode;
  /** 1 at the top. */
  readonly level: number;
  /** Among the tasks of its list, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Null for a task that holds none. */
  readonly isOpen: boolean | null;
}

/** The tasks in the order and nesting of the file; what is in a closed container has no rows. */
export function toOutlineRows({ nodes }: Graph, closed: ReadonlySet<string>): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  const add = (list: readonly GraphNode[], level: number): void => {
    for (const [index, node] of list.entries()) {
      const children = node.children.flatMap((id) => nodes.get(id) ?? []);
      const isOpen = children.length === 0 ? null : !closed.has(node.id);
      rows.push({ id: node.id, node, level, position: index + 1, siblings: list.length, isOpen });
      if (isOpen === true) add(children, level + 1);
    }
  };
  add(
    [...nodes.values()].filter(({ parent }) => parent === null),
    1,
  );
  return rows;
}

/** What a row is called: the task's name, else its id. */
export function titleOf({ task }: GraphNode): string {
  return task.name ?? (task.id === '' ? 'Task without id' : task.id);
}

/** Whether a task does nothing in a run: by itself, or because what it is in is disabled. */
export function isDisabled(graph: Graph, { task, parent }: GraphNode): boolean {
  const around = parent === null ? undefined : graph.nodes.get(parent);
  return task.isDisabled || (around !== undefined && isDisabled(graph, around));
}

/** Where a task leads, in words: `→ b`, `error → c`. What follows by its place in a list needs none. */
export function describeTargets({ nodes, edges }: Graph, id: string): readonly string[] {
  return (edgesBySource(edges).get(id) ?? []).flatMap(({ via, target, label }) => {
    if (via === 'sequence') return [];
    const node = nodes.get(target);
    const to = node === undefined ? target : titleOf(node);
    return [via === 'on_success' ? `→ ${to}` : `${roleOf(via) === 'error' ? `on ${label}` : label} → ${to}`];
  });
}

/** Index of the next row whose name or id begins with what was typed; of one letter again and again, the one after. Undefined without one. */
export function findTyped(
  rows: readonly OutlineRow[],
  { from, typed }: { readonly from: number; readonly typed: string },
): number | undefined {
  const isRepeated = typed === (typed[0] ?? '').repeat(typed.length);
  const wanted = (isRepeated ? (typed[0] ?? '') : typed).toLowerCase();
  const start = isRepeated ? from + 1 : from;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (start + step) % rows.length;
    const node = rows[index]?.node;
    if (!node) continue;
    if (titleOf(node).toLowerCase().startsWith(wanted) || node.task.id.toLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}

/** Where a key leads in the tree; undefined where it opens, closes or does nothing. */
export function nextRow(rows: readonly OutlineRow[], index: number, key: string): number | undefined {
  const row = rows[index];
  switch (key) {
    case 'ArrowRight':
      return row?.isOpen === true ? index + 1 : undefined;
    case 'ArrowLeft':
      return row === undefined || row.isOpen === true ? undefined : findParentRow(rows, index);
    default:
      return moveInRows(key, index, rows.length);
  }
}

/** The rows of the tree, and the one that keys act on. */
interface OutlineRows {
  readonly rows: readonly OutlineRow[];
  /** Where the active row is among them; -1 where there is none, or it is not shown. */
  readonly activeAt: number;
  /** Makes a row the active one; null: none is. */
  readonly activate: (id: string | null) => void;
  /** Opens or closes a row that has others below it. */
  readonly toggle: (row: OutlineRow) => void;
}

/** Keeps which rows are closed and which one is active: what is selected elsewhere becomes the active row, and is shown. */
export function useOutlineRows(graph: Graph): OutlineRows {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const selected = useSession((state) => state.document.selection.tasks);
  const rows = useMemo(() => toOutlineRows(graph, closed), [graph, closed]);
  const [only] = selected.size === 1 ? selected : [];
  const [followed, setFollowed] = useState<string>();
  if (only !== followed) {
    setFollowed(only);
    if (only !== undefined) {
      setClosed(withOpen(closed, graph, only));
      setActive(only);
    }
  }
  const activeAt = rows.findIndex(({ id }) => id === active);
  const toggle = ({ id, isOpen }: OutlineRow): void => {
    if (isOpen !== null)
      setClosed(isOpen ? new Set([...closed, id]) : new Set([...closed].filter((other) => other !== id)));
  };
  return { rows, activeAt, activate: setActive, toggle };
}

/** The closed containers without those around a task. */
function withOpen(closed: ReadonlySet<string>, { nodes }: Graph, id: string): ReadonlySet<string> {
  const around = new Set<string>();
  for (let at = nodes.get(id)?.parent; at != null; at = nodes.get(at)?.parent) around.add(at);
  return [...around].some((each) => closed.has(each))
    ? new Set([...closed].filter((each) => !around.has(each)))
    : closed;
}

/** Gives a task the name a person typed; its id stays. */
export function renameRow({ task }: GraphNode, text: string): void {
  const analysis = activeAnalysis('resolved');
  const to = text.trim();
  if (!analysis || to === '' || to === task.name) return;
  dispatch(setField(analysis, { path: [...task.path, 'name'], value: to }));
}

/** Removes tasks; what led to them leads to what followed. Answers whether it was done. */
export function removeRows(ids: readonly string[]): boolean {
  const analysis = activeAnalysis('resolved');
  const layout = analysis === null ? undefined : session.getState().document.workspace.layouts.get(analysis.path);
  return analysis !== null && dispatch(removeTasks(analysis, { ids, heal: true, layout }));
}

/** Disables tasks; enables them where all of them are disabled. */
export function switchRows(ids: readonly string[]): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const isDisabled = !ids.every((id) => analysis.graph.nodes.get(id)?.task.isDisabled);
  dispatch(disableTasks(analysis, { ids, isDisabled }));
}
