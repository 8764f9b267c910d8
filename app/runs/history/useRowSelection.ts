import { useMemo, useState } from 'react';
import type { GridSelection } from '../../ui/index.ts';
import type { HistoryRow } from './historyRows.ts';

/** The row that keys act on, and the rows that are chosen with it; both stay with their runs, wherever sorting moves these. */
export interface RowSelection {
  /** Index of the active row; -1: none. */
  readonly active: number;
  readonly activate: (row: number) => void;
  /** Ids of the chosen runs that are shown. */
  readonly chosen: ReadonlySet<string>;
  /** What an action is for: the chosen runs, else the active one. */
  readonly subject: readonly HistoryRow[];
  readonly selection: GridSelection;
  readonly clear: () => void;
}

export function useRowSelection(shown: readonly HistoryRow[]): RowSelection {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const active = useMemo(() => shown.findIndex(({ runId }) => runId === activeId), [shown, activeId]);
  const chosenRows = useMemo(() => shown.filter(({ runId }) => ids.has(runId)), [shown, ids]);
  const chosen = useMemo(() => new Set(chosenRows.map(({ runId }) => runId)), [chosenRows]);
  const add = (rows: readonly HistoryRow[]): void => setIds(new Set([...chosen, ...rows.map(({ runId }) => runId)]));
  const activeRow = shown[active];
  return {
    active,
    activate: (row) => setActiveId(shown[row]?.runId ?? null),
    chosen,
    subject: chosenRows.length > 0 ? chosenRows : activeRow === undefined ? [] : [activeRow],
    selection: {
      column: 'chosen',
      has: (row) => chosen.has(shown[row]?.runId ?? ''),
      toggle: (row) => {
        const runId = shown[row]?.runId ?? '';
        setIds(chosen.has(runId) ? new Set([...chosen].filter((each) => each !== runId)) : new Set([...chosen, runId]));
      },
      extend: (row) => add(shown.slice(Math.max(0, Math.min(active, row)), Math.max(active, row) + 1)),
      all: () => setIds(chosen.size === shown.length ? new Set() : new Set(shown.map(({ runId }) => runId))),
    },
    clear: () => setIds(new Set()),
  };
}
