import { analyze, applyTransaction } from '#engine';
import { addTask, fillDraft, insertOnEdge, newTaskId, type TaskDraft } from '#engine/edit';
import { activeAnalysis } from '../document/analysis.ts';
import { dispatch } from '../document/dispatch.ts';
import { createFile } from '../document/files.ts';
import { select } from '../document/selection.ts';
import { withPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import { findPlace } from './findPlace.ts';

/** Path of the file that a task is added to where none is open. */
const NEW_PATH = 'workflow.yaml';

/**
 * Adds a task to the active file, else to a new one, and shows it: on the line that is selected, else where
 * {@link findPlace} says. Returns whether it was added.
 */
export function addChoice(draft: TaskDraft): boolean {
  const analysis = activeAnalysis('resolved');
  const {
    document: { activePath, selection },
  } = session.getState();
  if (!analysis) return activePath === null && startWith(draft);
  const id = newTaskId(analysis, draft);
  if (selection.edge !== null) {
    const edge = analysis.graph.edges.find(({ id: each }) => each === selection.edge);
    const place = { source: edge?.source ?? null, via: edge?.via, parent: null };
    if (!dispatch(insertOnEdge(analysis, { ...fillDraft(analysis, draft, place), edgeId: selection.edge })))
      return false;
  } else {
    const place = findPlace(analysis, selection.tasks);
    const read = fillDraft(analysis, draft, {
      ...place.after,
      source: place.after?.source ?? null,
      parent: place.parent ?? null,
    });
    if (!dispatch(addTask(analysis, { ...read, ...place }))) return false;
  }
  showAdded(id);
  return true;
}

/** Selects a task that was added and brings it into view: on a phone the list covers it. */
function showAdded(id: string): void {
  if (session.getState().view.isNarrow) setPanel(null);
  select({ tasks: [id] });
  withPort('canvas', (canvas) => canvas.centerOn(id));
}

/** Writes a file with this one task: one step to undo. */
function startWith(draft: TaskDraft): boolean {
  const empty = analyze(NEW_PATH, '');
  const added = addTask(empty, { ...draft, parent: null });
  const before = { files: new Map([[NEW_PATH, '']]), layouts: new Map() };
  const applied = added.ok ? applyTransaction(before, added.value) : added;
  const text = applied.ok ? applied.value.files.get(NEW_PATH) : undefined;
  if (text === undefined || createFile(NEW_PATH, { text, source: 'files.create' }) === null) return false;
  showAdded(newTaskId(empty, draft));
  return true;
}
