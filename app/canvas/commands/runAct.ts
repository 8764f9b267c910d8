import { assertNever, type Point, unwrapContainer } from '#engine';
import { type CanvasAct, commandAnalysis, dispatch, notify, select } from '../../session/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { type Ask, setCanvasView } from '../state/canvasView.ts';
import { alignBoxes, distributeBoxes } from './alignBoxes.ts';
import { moveInList } from './moveInList.ts';
import { keepMoved } from './placeCards.ts';
import { readSelected } from './readSelected.ts';

/** A point of the canvas in client coordinates, px. */
export type ToScreen = (point: Point) => Point;

/** Does something to the selected tasks. What has to be chosen first is asked beside the first of them. */
export function runAct(name: CanvasAct, toScreen: ToScreen): void {
  switch (name) {
    case 'connect':
    case 'replace':
    case 'group':
    case 'move':
      return ask(name, toScreen);
    case 'ungroup':
      return ungroup();
    case 'earlier':
    case 'later':
      return moveInList(name);
    case 'align.left':
      return arrange((boxes) => alignBoxes(boxes, 'left'));
    case 'align.center':
      return arrange((boxes) => alignBoxes(boxes, 'center'));
    case 'align.right':
      return arrange((boxes) => alignBoxes(boxes, 'right'));
    case 'align.top':
      return arrange((boxes) => alignBoxes(boxes, 'top'));
    case 'align.middle':
      return arrange((boxes) => alignBoxes(boxes, 'middle'));
    case 'align.bottom':
      return arrange((boxes) => alignBoxes(boxes, 'bottom'));
    case 'distribute.across':
      return arrange((boxes) => distributeBoxes(boxes, 'across'));
    case 'distribute.down':
      return arrange((boxes) => distributeBoxes(boxes, 'down'));
    default:
      return assertNever(name);
  }
}

function ask(kind: Ask['kind'], toScreen: ToScreen): void {
  const shown = currentArrangement();
  const ids = readSelected();
  const box = shown?.boxes.get(ids[0] ?? '');
  if (!box) return;
  setCanvasView({ pick: null, ask: { kind, ids, at: toScreen({ x: box.x, y: box.y + box.height }) } });
}

/** Takes the selected container away around its tasks, which are selected then. */
function ungroup(): void {
  const [analysis, shown] = [commandAnalysis(), currentArrangement()];
  const [id] = readSelected();
  if (!analysis || !shown || id === undefined) return;
  const children = shown.graph.nodes.get(id)?.children ?? [];
  if (dispatch(unwrapContainer(analysis, { id, layout: shown.layout }))) select({ tasks: children, origin: 'canvas' });
}

/** Moves the selected cards of one container beside each other, as one step of the layout. */
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
