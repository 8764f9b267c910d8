import { useMemo, useState } from 'react';
import type { Graph } from '#engine';
import { useSession } from '../session/index.ts';
import { type OutlineRow, toOutlineRows } from './outlineRows.ts';

/** The rows of the tree, and the one that keys act on. */
export interface OutlineRows {
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
