import { type Layout, ok, type Point, type Refusal, type Result, type Transaction } from '#engine';
import { keepLayout } from '#engine/edit';
import { NOTE_COLORS, type Note, type NoteColor } from '#engine/layout';
import { dispatch, select, session } from '../../session/index.ts';
import { noteOfNode } from '../model/toFlowNodes.ts';
import { GRID } from '../model/toPosition.ts';
import { type Box, overlaps } from '../route/Line.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { frameBoxes } from './frames.ts';

/** Size of a new note, px. */
const SIZE = { width: 240, height: 140 };
/** The shortest side that a note is given, px. */
const LEAST_SIDE = { width: 120, height: 60 };

/** Notes of the file that is open. */
export function currentNotes(): readonly Note[] {
  return currentLayout().notes ?? [];
}

/** Those of them that are selected. */
export function selectedNotes(): readonly Note[] {
  const { notes } = session.getState().document.selection;
  return currentNotes().filter(({ id }) => notes.has(id));
}

/** Puts an empty note at a point of the canvas and begins to write in it. */
export function addNote(at: Point): void {
  const [x, y] = [snap(at.x), snap(at.y)];
  const note: Note = { id: freeId(currentNotes()), x, y, ...SIZE, color: 'yellow', text: '' };
  if (!keepNotes(`note.add:${note.id}`, [...currentNotes(), note])) return;
  select({ notes: [note.id], origin: 'canvas' });
  setCanvasView({ note: note.id });
}

/** Changes one note, as one step; nothing where it is as it was. */
export function changeNote(id: string, change: Partial<Omit<Note, 'id'>>): void {
  const before = currentNotes().find((note) => note.id === id);
  if (!before) return;
  const after = { ...before, ...change };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const names = Object.keys(change).join();
  keepNotes(
    `note.${names}:${id}`,
    currentNotes().map((note) => (note === before ? after : note)),
  );
}

/** Gives the selected notes a colour; without one, that after the colour of the first. */
export function colorNotes(color?: NoteColor): void {
  const chosen = new Set(selectedNotes());
  const [first] = chosen;
  if (!first) return;
  const next = color ?? NOTE_COLORS[(NOTE_COLORS.indexOf(first.color) + 1) % NOTE_COLORS.length] ?? first.color;
  keepNotes(
    `note.color:${next}`,
    currentNotes().map((note) => (chosen.has(note) ? { ...note, color: next } : note)),
  );
}

/** Makes the selected notes larger or smaller by steps of the grid. */
export function resizeNotes(by: Point): void {
  const chosen = new Set(selectedNotes());
  const notes = currentNotes().map((note) => {
    if (!chosen.has(note)) return note;
    const width = Math.max(LEAST_SIDE.width, note.width + by.x * GRID);
    return { ...note, width, height: Math.max(LEAST_SIDE.height, note.height + by.y * GRID) };
  });
  keepNotes(`note.size:${[...chosen].map(({ id }) => id).join()}`, notes);
}

/** Selects the note or frame after the selected one, in the order of their places. */
export function selectNextNote(): void {
  const { notes, frames } = session.getState().document.selection;
  const all = [
    ...currentNotes().map(({ id, x, y }) => ({ x, y, isChosen: notes.has(id), chosen: { notes: [id] } })),
    ...frameBoxes().map(({ id, x, y }) => ({ x, y, isChosen: frames.has(id), chosen: { frames: [id] } })),
  ];
  const sorted = all.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const next = sorted[(sorted.findIndex(({ isChosen }) => isChosen) + 1) % sorted.length];
  if (next) select({ ...next.chosen, origin: 'canvas' });
}

/** Copies of notes next to them, with ids of their own. */
export function copiesOf(copied: readonly Note[], by: Point): readonly Note[] {
  const all = [...currentNotes()];
  return copied.map((note) => {
    const copy = { ...note, id: freeId(all), x: note.x + by.x, y: note.y + by.y };
    all.push(copy);
    return copy;
  });
}

/** What a command answered, with other notes: one step to undo. */
export function withNotes(
  answer: Result<Transaction, Refusal>,
  notes: readonly Note[],
  layout: Layout = currentLayout(),
): Result<Transaction, Refusal> {
  const path = session.getState().document.activePath;
  if (!answer.ok || path === null || notes === currentNotes()) return answer;
  const after = answer.value.layouts?.get(path) ?? layout;
  return ok({ ...answer.value, layouts: new Map([[path, { ...after, notes }]]) });
}

/** Notes with some at other corners, by node id. */
export function moveNotes(corners: ReadonlyMap<string, Point>): readonly Note[] {
  const moved = new Map([...corners].map(([id, at]) => [noteOfNode(id), at]));
  const before = currentNotes();
  const after = before.map((note) => {
    const at = moved.get(note.id);
    return at === undefined || (at.x === note.x && at.y === note.y) ? note : { ...note, x: at.x, y: at.y };
  });
  return after.every((note, index) => note === before[index]) ? before : after;
}

/** Keeps other notes, as one step. */
export function keepNotes(origin: string, notes: readonly Note[]): boolean {
  const path = session.getState().document.activePath;
  if (path === null || notes === currentNotes()) return false;
  return dispatch(keepLayout(path, { origin, layout: { ...currentLayout(), notes } }));
}

/** Where a note goes that is added by a key: below what is selected, else in the middle of what is seen, or near that where there is room. */
export function placeForNote(toScreen: (point: Point) => Point): Point {
  const { tasks } = session.getState().document.selection;
  const boxes = currentArrangement()?.boxes ?? new Map<string, Box>();
  const free = (at: Point): Point => freeSpot({ ...at, ...SIZE }, [...boxes.values(), ...currentNotes()]);
  const box = boxes.get([...tasks].at(-1) ?? '') ?? selectedNotes().at(-1);
  if (box) return free({ x: box.x, y: box.y + box.height + 2 * GRID });
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  const [origin, unit] = [toScreen({ x: 0, y: 0 }), toScreen({ x: 100, y: 100 })];
  const zoom = (unit.x - origin.x) / 100 || 1;
  const { left = 0, top = 0, width = 0, height = 0 } = pane ?? {};
  const [x, y] = [(left + width / 2 - origin.x) / zoom, (top + height / 2 - origin.y) / zoom];
  return free({ x: x - SIZE.width / 2, y: y - SIZE.height / 2 });
}

function freeId(notes: readonly Note[]): string {
  const taken = new Set(notes.map(({ id }) => id));
  let count = notes.length + 1;
  while (taken.has(`note${count}`)) count += 1;
  return `note${count}`;
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** How far the places that are tried are from each other, and how far the farthest are, px. */
const STEP = 40;
const FAR = 1_600;

/** The place nearest to that of a box at which it lies on none of the others; its own where all near ones are taken. */
export function freeSpot(wanted: Box, taken: readonly Box[]): Point {
  const { x, y } = wanted;
  for (let ring = 0; ring <= FAR; ring += STEP) {
    const found = placesAround(ring)
      .map((by) => ({ ...wanted, x: x + by.x, y: y + by.y }))
      .find((box) => taken.every((other) => !overlaps(box, other)));
    if (found !== undefined) return { x: found.x, y: found.y };
  }
  return { x, y };
}

/** The places of a ring, the nearest first. */
function placesAround(ring: number): readonly Point[] {
  const places: Point[] = [];
  for (let along = -ring; along <= ring; along += STEP)
    places.push({ x: along, y: ring }, { x: along, y: -ring }, { x: ring, y: along }, { x: -ring, y: along });
  return places.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
}
