import type { Analysis } from '#engine';
import {
  copyTasks,
  disableTasks,
  disconnectEdge,
  duplicateTasks,
  keepLayout,
  pasteTasks,
  readPasted,
  removeTasks,
  setStart,
} from '#engine/edit';
import { type Note, readLayout } from '#engine/layout';
import { holdsTasks } from '#engine/model';
import { activeAnalysis, copyText, dispatch, isOwnCopy, noteCopy, select, session } from '../../session/index.ts';
import { formatShortcut } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import { dropFrames, withoutSelectedFrames } from './frames.ts';
import { copiesOf, currentNotes, keepNotes, selectedNotes, withNotes } from './notes.ts';

/** Removes what is selected; what led to a removed task leads to what followed it. */
export function removeSelection(): void {
  const { tasks, notes, frames, edge } = session.getState().document.selection;
  const analysis = activeAnalysis('resolved');
  if (tasks.size + notes.size + frames.size > 0) removeAll([...tasks]);
  else if (analysis && edge !== null) dispatch(disconnectEdge(analysis, { edgeId: edge }));
}

/** Removes tasks, with the notes and frames that are selected; of a frame, its tasks stay. */
function removeAll(ids: readonly string[]): void {
  const analysis = activeAnalysis('resolved');
  const chosen = selectedNotes();
  const notes = chosen.length === 0 ? currentNotes() : currentNotes().filter((note) => !chosen.includes(note));
  if (ids.length === 0) dropEntries(notes);
  else if (analysis) {
    const answer = withNotes(removeTasks(analysis, { ids, heal: true, layout: currentLayout() }), notes);
    dispatch(withoutSelectedFrames(answer));
  }
}

/** Keeps these notes, and the frames that are not selected. */
function dropEntries(notes: readonly Note[]): void {
  const { activePath, selection } = session.getState().document;
  const layout = { ...dropFrames(currentLayout(), selection.frames), notes };
  if (activePath !== null) dispatch(keepLayout(activePath, { origin: 'note.remove', layout }));
}

/** Disables the selected tasks; enables them where all of them are disabled. */
export function switchSelection(): void {
  const analysis = activeAnalysis('resolved');
  const ids = [...session.getState().document.selection.tasks];
  if (!analysis) return;
  const isDisabled = !ids.every((id) => analysis.graph.nodes.get(id)?.task.isDisabled);
  dispatch(disableTasks(analysis, { ids, isDisabled }));
}

/** Removes the selected tasks once their YAML is on the clipboard; says why it keeps them where the browser refuses that. */
export async function cutSelection(): Promise<void> {
  const { activePath, selection } = session.getState().document;
  const ids = [...selection.tasks];
  const isCopied = await copyText(copySelection(), 'Cut as YAML.', REFUSED_CUT);
  if (isCopied && session.getState().document.activePath === activePath) removeAll(ids);
}

const REFUSED_CUT = `The browser did not let the page write to the clipboard, so nothing was cut. Click the canvas, then press ${formatShortcut('Mod+X')}.`;

/** Writes copies of the selected tasks and notes and selects those. */
export function duplicateSelection(): void {
  const analysis = activeAnalysis('resolved');
  const { tasks } = session.getState().document.selection;
  const copies = copiesOf(selectedNotes(), BESIDE);
  const notes = copies.length === 0 ? currentNotes() : [...currentNotes(), ...copies];
  if (tasks.size === 0) addNotes('note.duplicate', copies);
  else if (
    analysis &&
    dispatch(withNotes(duplicateTasks(analysis, { ids: [...tasks], layout: currentLayout() }), notes))
  )
    selectNew(analysis, copies);
}

/** How far from what was copied a copy lies, px. */
const BESIDE = { x: 40, y: 40 };

/** Adds notes as one step and selects them. */
function addNotes(origin: string, notes: readonly Note[]): void {
  if (notes.length > 0 && keepNotes(origin, [...currentNotes(), ...notes]))
    select({ notes: notes.map(({ id }) => id), origin: 'canvas' });
}

/** The YAML of the selected tasks with the selected notes as comments; empty when nothing is. */
export function copySelection(): string {
  const analysis = activeAnalysis('resolved');
  const yaml = analysis ? copyTasks(analysis, [...session.getState().document.selection.tasks]) : '';
  const copied = writeCopiedNotes(yaml, selectedNotes());
  noteCopy(copied);
  return copied;
}

/** Inserts tasks from YAML: into the container that is selected alone, else next to what is selected; and notes that were copied with them. */
export function pasteYaml(copied: string): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  const { yaml, notes: read } = readCopiedNotes(copied);
  const notes = copiesOf(read, BESIDE);
  if (notes.length > 0 && yaml.trim() === '') return addNotes('note.paste', notes);
  if (!analysis || !shown) return;
  const pasted = readPasted(analysis, yaml);
  const parent = findPasteParent(shown, pasted.ok ? pasted.value.ids : new Map());
  const origin = isOwnCopy(copied) ? 'pasteTasks.copy' : 'pasteTasks';
  const all = notes.length === 0 ? currentNotes() : [...currentNotes(), ...notes];
  if (dispatch(withNotes(pasteTasks(analysis, { yaml, parent, origin }), all))) selectNew(analysis, notes);
}

/** Selects all tasks of the level that is selected, else of the top. */
export function selectAll(): void {
  const shown = currentArrangement();
  if (!shown) return;
  const [first] = session.getState().document.selection.tasks;
  const parent = first === undefined ? null : (shown.graph.nodes.get(first)?.parent ?? null);
  const nodes = [...shown.graph.nodes.values()].filter((node) => node.parent === parent);
  select({ tasks: nodes.map(({ id }) => id), origin: 'canvas' });
}

/** Makes a task the one a run begins with. */
export function makeStart(id: string): void {
  const analysis = activeAnalysis('resolved');
  if (analysis) dispatch(setStart(analysis, { id }));
}

function findPasteParent({ graph }: Arrangement, own: ReadonlyMap<string, string>): string | null {
  const tasks = [...session.getState().document.selection.tasks];
  const node = graph.nodes.get(tasks[0] ?? '');
  if (!node) return null;
  return tasks.length === 1 && holdsTasks(node.task.type) && !own.has(node.id) ? node.id : node.parent;
}

/** Selects the outermost tasks that were not there before, and new notes. */
function selectNew(before: Analysis, notes: readonly Note[]): void {
  const graph = currentArrangement()?.graph;
  if (!graph) return;
  const added = [...graph.nodes.values()].filter(({ id }) => !before.graph.nodes.has(id));
  const ids = new Set(added.map(({ id }) => id));
  select({
    tasks: added.filter(({ parent }) => parent === null || !ids.has(parent)).map(({ id }) => id),
    notes: notes.map(({ id }) => id),
    origin: 'canvas',
  });
}

/** How a line of the clipboard begins that holds a note: to YAML it is a comment. */
const MARK = '# signalbox note: ';

/** The YAML of tasks for the clipboard, with notes as comments behind it. */
function writeCopiedNotes(yaml: string, notes: readonly Note[]): string {
  const lines = notes.map((note) => `${MARK}${JSON.stringify(note)}\n`).join('');
  return yaml === '' || yaml.endsWith('\n') || lines === '' ? yaml + lines : `${yaml}\n${lines}`;
}

/** A text of the clipboard, parted into notes and what else there is. Lines that hold no note stay comments. */
function readCopiedNotes(text: string): { readonly yaml: string; readonly notes: readonly Note[] } {
  const rest: string[] = [];
  const notes: Note[] = [];
  for (const line of text.split('\n')) {
    const read = line.startsWith(MARK) ? readNote(line.slice(MARK.length)) : null;
    if (read) notes.push(read);
    else rest.push(line);
  }
  return { yaml: notes.length === 0 ? text : rest.join('\n'), notes };
}

function readNote(json: string): Note | null {
  return readLayout(`{"notes": [${json}]}`)?.notes?.[0] ?? null;
}
