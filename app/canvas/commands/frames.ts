import { type Layout, ok, type Refusal, type Result, type Transaction } from '#engine';
import { keepLayout } from '#engine/edit';
import type { CardFrame, NoteColor } from '#engine/layout';
import { dispatch, notify, select, session } from '../../session/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import { placeFrames } from '../model/frames/frameBox.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';

/** Frames of the file that is open. */
export function currentFrames(): readonly CardFrame[] {
  return currentLayout().frames ?? [];
}

/** Those of them that are selected. */
export function selectedFrames(): readonly CardFrame[] {
  const { frames } = session.getState().document.selection;
  return currentFrames().filter(({ id }) => frames.has(id));
}

/**
 * Puts a frame around the selected tasks, which leave the frames they were in, and begins to write its title. With a frame
 * selected next to them, they go into that one.
 */
export function frameSelection(): void {
  const ids = readSelected();
  const [into, ...others] = selectedFrames();
  if (into && others.length === 0) return joinFrame(into.id);
  const same = currentFrames().find(({ tasks }) => isSameSet(tasks, ids));
  if (ids.length === 0 || same) return same && writeIn(same.id);
  if (!areFree(ids)) return sayContainer();
  const id = freeId();
  const frame: CardFrame = { id, title: '', text: '', color: 'grey', tasks: ids };
  if (keepFrames(`frame.make:${id}`, [...without(ids), frame])) writeIn(id);
}

/** Puts the selected tasks into a frame that is there. */
export function joinFrame(id: string): void {
  const frame = currentFrames().find((each) => each.id === id);
  const added = readSelected().filter((task) => frame?.tasks.includes(task) === false);
  if (!frame || added.length === 0) return;
  if (!areFree(added)) return sayContainer();
  const frames = currentFrames().map((each) => (each === frame ? { ...each, tasks: [...each.tasks, ...added] } : each));
  keepFrames(`frame.join:${id}`, without(added, frames, id));
}

/** Takes the selected tasks out of their frames. A frame that is left with none goes too. */
export function leaveFrame(): void {
  const ids = readSelected();
  if (currentFrames().some(({ tasks }) => tasks.some((id) => ids.includes(id))))
    keepFrames(`frame.leave:${ids.join()}`, without(ids));
}

/** Changes one frame, as one step; nothing where it is as it was. */
export function changeFrame(id: string, change: Partial<Pick<CardFrame, 'title' | 'text'>>): void {
  const before = currentFrames().find((frame) => frame.id === id);
  if (!before) return;
  const after = { ...before, ...change };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  keepFrames(
    `frame.write:${id}`,
    currentFrames().map((frame) => (frame === before ? after : frame)),
  );
}

/** Gives the selected frames a colour. */
export function colorFrames(color: NoteColor): void {
  const chosen = new Set(selectedFrames());
  keepFrames(
    `frame.color:${color}`,
    currentFrames().map((frame) => (chosen.has(frame) ? { ...frame, color } : frame)),
  );
}

/** Ids of the tasks that the selected frames are drawn around. */
export function framedTasks(): readonly string[] {
  const [shown, chosen] = [currentArrangement(), selectedFrames()];
  if (!shown || chosen.length === 0) return [];
  return placeFrames(shown).flatMap(({ frame, tasks }) => (chosen.some(({ id }) => id === frame.id) ? tasks : []));
}

/** Frames that not all of the selected tasks are in; none where one of these is in a container. */
export function framesToJoin(): readonly CardFrame[] {
  const [shown, ids] = [currentArrangement(), readSelected()];
  if (!shown || !areFree(ids)) return [];
  return placeFrames(shown).flatMap(({ frame, tasks }) => (ids.every((id) => tasks.includes(id)) ? [] : [frame]));
}

/** The boxes of all frames that are drawn, with their ids. */
export function frameBoxes(): readonly (Box & { readonly id: string })[] {
  const shown = currentArrangement();
  return shown ? placeFrames(shown).map(({ frame: { id }, box }) => ({ id, ...box })) : [];
}

/** What a command answered, without the selected frames: one step to undo. */
export function withoutSelectedFrames(answer: Result<Transaction, Refusal>): Result<Transaction, Refusal> {
  const { activePath, selection } = session.getState().document;
  if (!answer.ok || activePath === null || selection.frames.size === 0) return answer;
  const layout = answer.value.layouts?.get(activePath) ?? currentLayout();
  return ok({ ...answer.value, layouts: new Map([[activePath, dropFrames(layout, selection.frames)]]) });
}

/** A layout without some of its frames, whose tasks stay as they are. */
export function dropFrames(layout: Layout, ids: ReadonlySet<string>): Layout {
  return layout.frames ? { ...layout, frames: layout.frames.filter(({ id }) => !ids.has(id)) } : layout;
}

function writeIn(id: string): void {
  select({ frames: [id], origin: 'canvas' });
  setCanvasView({ frame: id });
}

function keepFrames(origin: string, frames: readonly CardFrame[]): boolean {
  const path = session.getState().document.activePath;
  return path !== null && dispatch(keepLayout(path, { origin, layout: { ...currentLayout(), frames } }));
}

/** Frames without some tasks, but for one frame; those that are left with none are gone. */
function without(ids: readonly string[], frames = currentFrames(), except?: string): readonly CardFrame[] {
  return frames.flatMap((frame) => {
    if (frame.id === except || !frame.tasks.some((id) => ids.includes(id))) return [frame];
    const tasks = frame.tasks.filter((id) => !ids.includes(id));
    return tasks.length === 0 ? [] : [{ ...frame, tasks }];
  });
}

/** Whether all of the tasks are in no container. */
function areFree(ids: readonly string[]): boolean {
  const graph = currentArrangement()?.graph;
  return ids.every((id) => graph?.nodes.get(id)?.parent === null);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

function sayContainer(): void {
  notify({
    kind: 'warning',
    message: 'A frame goes around cards that are in no container. Select the container to frame what is in it.',
  });
}

function freeId(): string {
  const taken = new Set(currentFrames().map(({ id }) => id));
  let count = taken.size + 1;
  while (taken.has(`frame${count}`)) count += 1;
  return `frame${count}`;
}

/** Ids of the selected tasks in document order, without those inside of others that are selected. */
export function readSelected(): readonly string[] {
  const graph = currentArrangement()?.graph;
  const { tasks } = session.getState().document.selection;
  if (!graph) return [];
  const isInside = (parent: string | null): boolean =>
    parent !== null && (tasks.has(parent) || isInside(graph.nodes.get(parent)?.parent ?? null));
  return [...graph.nodes.values()].filter(({ id, parent }) => tasks.has(id) && !isInside(parent)).map(({ id }) => id);
}
