import type { Point } from '#engine';
import { convertType, moveTasksTo, unwrapContainer } from '#engine/edit';
import type { TaskType } from '#engine/model';
import { readClipboard } from '../../platform/index.ts';
import { activeAnalysis, copyText, dispatch, notify, select, session } from '../../session/index.ts';
import { formatShortcut } from '../../ui/index.ts';
import { type Box, boundsOf } from '../model/arrangeGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { type Ask, setCanvasView } from '../state/canvasView.ts';
import {
  copySelection,
  cutSelection,
  duplicateSelection,
  makeStart,
  pasteYaml,
  removeSelection,
  selectAll,
  switchSelection,
} from './editSelection.ts';
import { frameSelection, readSelected } from './frames.ts';
import { addNote, colorNotes, placeForNote, resizeNotes, selectNextNote } from './notes.ts';
import { foldAll, keepMoved, layoutSelection, nudgeSelection, toggleCollapsed } from './placeCards.ts';

/** A point of the canvas in client coordinates, px. */
export type ToScreen = (point: Point) => Point;

/** What can be done to the selected tasks where they are drawn. What has to be chosen first is asked next to the first of them. */
const ACTS = {
  connect: (toScreen) => ask('connect', toScreen),
  replace: (toScreen) => ask('replace', toScreen),
  group: (toScreen) => ask('group', toScreen),
  move: (toScreen) => ask('move', toScreen),
  ungroup,
  earlier: () => moveInList('earlier'),
  later: () => moveInList('later'),
  delete: removeSelection,
  disable: switchSelection,
  cut: () => void cutSelection(),
  paste: () => void pasteClipboard(),
  duplicate: duplicateSelection,
  selectAll,
  start: () => withSelected(makeStart),
  collapse: () => withSelected(toggleCollapsed),
  fold: () => foldAll(true),
  unfold: () => foldAll(false),
  layoutSelection,
  'note.add': (toScreen) => addNote(placeForNote(toScreen)),
  'note.next': selectNextNote,
  'note.color': () => colorNotes(),
  'note.wider': () => resizeNotes({ x: 1, y: 0 }),
  'note.narrower': () => resizeNotes({ x: -1, y: 0 }),
  'note.taller': () => resizeNotes({ x: 0, y: 1 }),
  'note.shorter': () => resizeNotes({ x: 0, y: -1 }),
  'frame.make': frameSelection,
  'nudge.left': () => nudgeSelection({ x: -1, y: 0 }),
  'nudge.right': () => nudgeSelection({ x: 1, y: 0 }),
  'nudge.up': () => nudgeSelection({ x: 0, y: -1 }),
  'nudge.down': () => nudgeSelection({ x: 0, y: 1 }),
  'align.left': () => arrange((boxes) => alignBoxes(boxes, 'left')),
  'align.center': () => arrange((boxes) => alignBoxes(boxes, 'center')),
  'align.right': () => arrange((boxes) => alignBoxes(boxes, 'right')),
  'align.top': () => arrange((boxes) => alignBoxes(boxes, 'top')),
  'align.middle': () => arrange((boxes) => alignBoxes(boxes, 'middle')),
  'align.bottom': () => arrange((boxes) => alignBoxes(boxes, 'bottom')),
  'distribute.across': () => arrange((boxes) => distributeBoxes(boxes, 'across')),
  'distribute.down': () => arrange((boxes) => distributeBoxes(boxes, 'down')),
} as const satisfies Readonly<Record<string, (toScreen: ToScreen) => void>>;

export type CanvasAct = keyof typeof ACTS;

/** Does one of them. */
export function runAct(name: CanvasAct, toScreen: ToScreen): void {
  ACTS[name](toScreen);
}

/** Gives the selected task another type; what both types have is kept. */
export function changeType(type: TaskType): void {
  const analysis = activeAnalysis('resolved');
  withSelected((id) => {
    if (analysis && analysis.graph.nodes.get(id)?.task.type !== type) dispatch(convertType(analysis, { id, type }));
  });
}

function withSelected(use: (id: string) => void): void {
  const [id] = session.getState().document.selection.tasks;
  if (id !== undefined) use(id);
}

/** Copies the selected tasks as YAML and says so. */
export function copySelected(): void {
  void copyText(copySelection(), 'Copied as YAML.');
}

/** Pastes what the page may read of the clipboard, or says why nothing is pasted. */
export async function pasteClipboard(): Promise<void> {
  const text = await readClipboard();
  if (text === null) notify({ kind: 'error', message: REFUSED });
  else if (text.trim() === '') notify({ kind: 'info', message: 'The clipboard holds no text, so nothing was pasted.' });
  else pasteYaml(text);
}

const REFUSED = `The browser did not let the page read the clipboard. Click the canvas, then press ${formatShortcut('Mod+V')} to paste.`;

function ask(kind: Ask['kind'], toScreen: ToScreen): void {
  const shown = currentArrangement();
  const ids = readSelected();
  const box = shown?.boxes.get(ids[0] ?? '');
  if (!box) return;
  setCanvasView({ pick: null, ask: { kind, ids, at: toScreen({ x: box.x, y: box.y + box.height }) } });
}

/** Takes the selected container away around its tasks, which are selected then. */
function ungroup(): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  const [id] = readSelected();
  if (!analysis || !shown || id === undefined) return;
  const children = shown.graph.nodes.get(id)?.children ?? [];
  if (dispatch(unwrapContainer(analysis, { id, layout: shown.layout }))) select({ tasks: children, origin: 'canvas' });
}

/** Moves the selected cards of one container side by side, as one step of the layout. */
function arrange(place: (boxes: ReadonlyMap<string, Box>) => ReadonlyMap<string, Point>): void {
  const shown = currentArrangement();
  if (!shown) return;
  const ids = readSelected();
  const parent = shown.graph.nodes.get(ids[0] ?? '')?.parent ?? null;
  if (ids.some((id) => shown.graph.nodes.get(id)?.parent !== parent)) {
    notify({ kind: 'warning', message: 'Cards are aligned within one container. Select cards of one container.' });
    return;
  }
  const boxes = new Map(
    ids.flatMap((id): [string, Box][] => {
      const box = shown.boxes.get(id);
      return box ? [[id, box]] : [];
    }),
  );
  const outer = parent === null ? undefined : shown.boxes.get(parent);
  const moved = [...place(boxes)].map(([id, { x, y }]): [string, Point] => {
    return [id, { x: x - (outer?.x ?? 0), y: y - (outer?.y ?? 0) }];
  });
  keepMoved(new Map(moved));
}

/** Moves the selected tasks by one place in their list, as one step. At its end a notice says that nothing is left to do. */
export function moveInList(to: 'earlier' | 'later'): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  const ids = readSelected();
  const [first] = ids;
  if (!analysis || !shown || first === undefined) return;
  const { nodes } = shown.graph;
  const parent = nodes.get(first)?.parent ?? null;
  if (ids.some((id) => (nodes.get(id)?.parent ?? null) !== parent)) {
    notify({ kind: 'warning', message: 'Tasks are moved along one list. Select tasks of one container.' });
    return;
  }
  const places = ids.map((id) => Number(nodes.get(id)?.task.path.at(-1)));
  const count = [...nodes.values()].filter((node) => node.parent === parent).length;
  const [start, end] = [Math.min(...places), Math.max(...places)];
  const isAtEnd = to === 'earlier' ? start === 0 : end === count - 1;
  if (isAtEnd) {
    notify({ kind: 'info', message: `It is the ${to === 'earlier' ? 'first' : 'last'} of its list already.` });
    return;
  }
  dispatch(moveTasksTo(analysis, { ids, parent, index: to === 'earlier' ? start - 1 : end + 2 }));
}

type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Puts boxes on one line: their edges of one side, or their middles. Answers the new corners by id. */
export function alignBoxes(boxes: ReadonlyMap<string, Box>, alignment: Alignment): ReadonlyMap<string, Point> {
  const bounds = boundsOf(boxes.values());
  const { x: left, y: top } = bounds;
  const [right, bottom] = [left + bounds.width, top + bounds.height];
  const place = ({ x, y, width, height }: Box): Point => {
    switch (alignment) {
      case 'left':
        return { x: left, y };
      case 'center':
        return { x: Math.round((left + right - width) / 2), y };
      case 'right':
        return { x: right - width, y };
      case 'top':
        return { x, y: top };
      case 'middle':
        return { x, y: Math.round((top + bottom - height) / 2) };
      case 'bottom':
        return { x, y: bottom - height };
    }
  };
  return new Map([...boxes].map(([id, box]) => [id, place(box)]));
}

/** Gives boxes equal gaps between the outermost two, in the order of their positions. Returns the new corners by id. */
export function distributeBoxes(
  boxes: ReadonlyMap<string, Box>,
  direction: 'across' | 'down',
): ReadonlyMap<string, Point> {
  const [from, size] = direction === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const sorted = [...boxes].toSorted(([, a], [, b]) => a[from] - b[from]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return new Map();
  const taken = sorted.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = (last[1][from] + last[1][size] - first[1][from] - taken) / Math.max(1, sorted.length - 1);
  let next = first[1][from];
  return new Map(
    sorted.map(([id, box]) => {
      const corner = { x: box.x, y: box.y, [from]: Math.round(next) };
      next += box[size] + gap;
      return [id, corner];
    }),
  );
}
