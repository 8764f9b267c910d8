import { cardActivation } from '../store/failures.ts';
import { port } from '../store/ports.ts';
import type { ResourceRef, Selection, SelectionOrigin, SessionState, StateChange } from '../store/State.ts';
import { EMPTY_SELECTION, session, update } from '../store/store.ts';
import { viewOf } from '../store/viewOf.ts';
import { activeAnalysis } from './analysis.ts';

export interface SelectionChange {
  readonly tasks?: Iterable<string>;
  readonly notes?: Iterable<string>;
  readonly frames?: Iterable<string>;
  readonly edge?: string | null;
  readonly resource?: ResourceRef | null;
  readonly origin?: SelectionOrigin;
}

/**
 * Selects tasks, notes and frames, or an edge, or a resource of the active file; the kinds that are not named are cleared. With a single
 * task, the run on screen shows the activation of that task that its card tells of.
 */
export function select(change: SelectionChange): void {
  const {
    document: { selection },
  } = session.getState();
  const tasks = new Set(change.tasks);
  const next = {
    tasks,
    notes: new Set(change.notes),
    frames: new Set(change.frames),
    edge: change.edge ?? null,
    resource: change.resource ?? null,
    origin: change.origin ?? 'other',
  };
  const isSame =
    next.edge === selection.edge &&
    next.resource?.kind === selection.resource?.kind &&
    next.resource?.id === selection.resource?.id &&
    isSameSet(tasks, selection.tasks) &&
    isSameSet(next.notes, selection.notes) &&
    isSameSet(next.frames, selection.frames);
  if (!isSame) update({ document: { selection: next }, ...followInRun(session.getState(), next) });
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

/** Selects nothing. */
export function clearSelection(origin: SelectionOrigin = 'other'): void {
  const {
    document: { selection },
  } = session.getState();
  const { tasks, notes, frames, edge, resource } = selection;
  if (tasks.size + notes.size + frames.size > 0 || edge !== null || resource !== null) {
    update({ document: { selection: { ...EMPTY_SELECTION, origin } } });
  }
}

/** Selects a task and brings it into view on the canvas. */
export function showTask(id: string): void {
  select({ tasks: [id] });
  port('canvas')?.centerOn(id);
}

/**
 * Chooses one activation of the run on screen and brings its card into view. The card is selected as well, but not on a
 * narrow window, where the inspector would take the place of the step.
 */
export function selectActivation(activation: number | null): void {
  const {
    run: { shown: run },
    document: { activePath },
    view: { isNarrow },
  } = session.getState();
  if (!run || (run.selectedActivation === activation && run.selectedInside === null)) return;
  update({ run: { shown: { ...run, selectedActivation: activation, selectedInside: null } } });
  const step = activation === null ? undefined : viewOf(run).activations.get(activation);
  if (!step || run.path !== activePath || !activeAnalysis('shown')?.graph.nodes.has(step.taskId)) return;
  if (!isNarrow) select({ tasks: [step.taskId] });
  port('canvas')?.centerOn(step.taskId);
}

function followInRun(
  { run: { shown: run }, document: { activePath } }: SessionState,
  { tasks }: Selection,
): StateChange {
  const [id, ...others] = tasks;
  if (!run || run.path !== activePath || id === undefined || others.length > 0) return {};
  const { activations } = viewOf(run);
  if (run.selectedActivation !== null && activations.get(run.selectedActivation)?.taskId === id) return {};
  const activation = cardActivation(run, id)?.activation ?? null;
  return { run: { shown: { ...run, selectedActivation: activation, selectedInside: null } } };
}
