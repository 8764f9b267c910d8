import type { Point } from '#engine';
import type { Box } from '../../route/Line.ts';
import type { Arrangement } from '../arrangeGraph.ts';
import { type CardFrameNode, type DrawnNode, FOCUSED_BY_CANVAS } from '../toFlowNodes.ts';
import { frameAround, type PlacedFrame, placeFrames, roomOf } from './frameBox.ts';
import { frameNodeId, frameOfNode, isCardFrame } from './frameIds.ts';

/** What a frame is dragged by: the line with its title. */
export const FRAME_HANDLE = 'data-frame-head';

/** Frames as nodes below cards and lines, which let the pointer through: only the line with the title takes it. */
export function toFlowFrames(arrangement: Arrangement): readonly CardFrameNode[] {
  return placeFrames(arrangement).map(toNode);
}

/** The boxes of all frames that are drawn, on the canvas as a whole. */
export function listFrameBoxes(arrangement: Arrangement): readonly Box[] {
  return placeFrames(arrangement).map(({ box }) => box);
}

/** Nodes that are dragged, with each frame around where its cards are now. */
export function fitFrames(nodes: readonly DrawnNode[], arrangement: Arrangement): readonly DrawnNode[] {
  if (!nodes.some(isCardFrame)) return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodes.map((node) => {
    if (!isCardFrame(node)) return node;
    const inside = node.data.tasks.map((id) => {
      const [room, before, now] = [roomOf(arrangement, id), arrangement.boxes.get(id), byId.get(id)];
      const { x, y } = now?.position ?? before ?? room;
      return { ...room, x: room.x + x - (before?.x ?? x), y: room.y + y - (before?.y ?? y) };
    });
    const place = frameAround(node.data.text, inside);
    return { ...node, ...sized(place), data: { ...node.data, textHeight: place.textHeight } };
  });
}

/**
 * Where the cards of dragged frames are, by node id and as React Flow counts: as far from their places as the frames are
 * from theirs. Cards that are dragged themselves are omitted.
 * @param before all nodes at rest @param moved the dragged ones
 */
export function moveWithFrames(
  before: readonly DrawnNode[],
  moved: readonly { readonly id: string; readonly position: Point }[],
): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  const byId = new Map(before.map((node) => [node.id, node]));
  const dragged = new Set(moved.map(({ id }) => id));
  for (const { id, position } of moved) {
    const frame = byId.get(id);
    if (!frame || !isCardFrame(frame)) continue;
    for (const task of frame.data.tasks) {
      const at = byId.get(task)?.position;
      if (!at || dragged.has(task)) continue;
      places.set(task, { x: at.x + position.x - frame.position.x, y: at.y + position.y - frame.position.y });
    }
  }
  return places;
}

/** The place of the frame that a node draws, on the canvas as a whole; undefined where it draws none. */
export function findFrameBox(arrangement: Arrangement | null, nodeId: string): Box | undefined {
  const id = arrangement === null ? null : frameOfNode(nodeId);
  return arrangement === null || id === null
    ? undefined
    : placeFrames(arrangement).find(({ frame }) => frame.id === id)?.box;
}

function toNode({ frame: { id, title, text, color }, tasks, ...place }: PlacedFrame): CardFrameNode {
  return {
    id: frameNodeId(id),
    type: 'cardFrame',
    zIndex: -1,
    connectable: false,
    dragHandle: `[${FRAME_HANDLE}]`,
    style: { pointerEvents: 'none' },
    ...FOCUSED_BY_CANVAS,
    ariaLabel: `Frame: ${title.trim() || 'untitled'}, ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`,
    ...sized(place),
    data: { title, text, color, tasks, textHeight: place.textHeight },
  };
}

function sized({ box: { x, y, width, height } }: Pick<PlacedFrame, 'box'>) {
  return { position: { x, y }, width, height, measured: { width, height } };
}
