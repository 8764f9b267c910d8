import { port } from './ports.ts';
import type { ResourceRef, SelectionOrigin } from './State.ts';
import { EMPTY_SELECTION, session, update } from './store.ts';

export interface SelectionChange {
  readonly tasks?: Iterable<string>;
  readonly edge?: string | null;
  readonly resource?: ResourceRef | null;
  readonly origin?: SelectionOrigin;
}

/** Selects tasks, or an edge, or a resource of the active file; the kinds that are not named are cleared. */
export function select(change: SelectionChange): void {
  const { selection } = session.getState();
  const tasks = new Set(change.tasks);
  const next = {
    tasks,
    edge: change.edge ?? null,
    resource: change.resource ?? null,
    origin: change.origin ?? 'other',
  };
  const isSame =
    next.edge === selection.edge &&
    next.resource?.kind === selection.resource?.kind &&
    next.resource?.id === selection.resource?.id &&
    tasks.size === selection.tasks.size &&
    [...tasks].every((id) => selection.tasks.has(id));
  if (!isSame) update({ selection: next });
}

/** Selects nothing. */
export function clearSelection(origin: SelectionOrigin = 'other'): void {
  const { selection } = session.getState();
  if (selection.tasks.size > 0 || selection.edge !== null || selection.resource !== null) {
    update({ selection: { ...EMPTY_SELECTION, origin } });
  }
}

/** Selects a task and brings it into view on the canvas. */
export function showTask(id: string): void {
  select({ tasks: [id] });
  port('canvas')?.centerOn(id);
}
