import { applyNodeChanges, type NodeChange, useReactFlow } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import type { Point } from '#engine';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import type { Dragged } from '../commands/planDrop.ts';
import type { FlowNode } from '../model/toFlowNodes.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { clientPoint } from './clientPoint.ts';

const NOWHERE = { dropFrame: null, drop: null };

/** Above all other cards, while they are dragged. */
const IN_FRONT = 1000;

/**
 * Dragging cards: they follow the pointer, the container they would go into is lit up, and they are written there, or kept
 * where they were dropped, or go back with a reason.
 * @param nodes what is drawn now
 */
export function useCardDrag(nodes: readonly FlowNode[]) {
  const { screenToFlowPosition } = useReactFlow();
  const [dragged, setDragged] = useState<readonly FlowNode[] | null>(null);
  const held = useRef<Dragged | null>(null);

  const follow = useCallback(
    (changes: readonly NodeChange<FlowNode>[]) => {
      const moves = changes.flatMap((change) => (change.type === 'position' && change.dragging ? [change] : []));
      if (moves.length === 0) return;
      const ids = new Set(moves.map((change) => change.id));
      setDragged((current) =>
        applyNodeChanges(moves, [...(current ?? nodes)]).map((node) =>
          ids.has(node.id) && node.zIndex !== IN_FRONT ? { ...node, zIndex: IN_FRONT } : node,
        ),
      );
    },
    [nodes],
  );
  const read = useCallback(
    (event: MouseEvent | TouchEvent, moved: readonly FlowNode[]): Dragged => {
      return { corners: cornersOf(moved), pointer: screenToFlowPosition(clientPoint(event)) };
    },
    [screenToFlowPosition],
  );
  const onNodeDragStart = useCallback(() => void commands.load().catch(() => null), []);
  const onNodeDrag = useCallback(
    (event: MouseEvent | TouchEvent, _: unknown, moved: readonly FlowNode[]) => {
      const now = read(event, moved);
      held.current = now;
      const show = () => {
        if (held.current !== now) return;
        const plan = commands.loaded()?.planDrop(now);
        setCanvasView({ dropFrame: plan?.parent ?? null, drop: plan?.preview ?? null });
      };
      // What is held still while the plan is loaded is told of, too.
      if (commands.loaded()) show();
      else void commands.load().then(show, () => undefined);
    },
    [read],
  );
  const onNodeDragStop = useCallback(
    (event: MouseEvent | TouchEvent, _: unknown, moved: readonly FlowNode[]) => {
      held.current = null;
      setCanvasView(NOWHERE);
      const drop = read(event, moved);
      const keep = () => {
        const plan = commands.loaded()?.planDrop(drop);
        setDragged(null);
        withCommands(({ dropTasks, keepMoved }) => {
          if (plan) dropTasks(drop, plan);
          else keepMoved(new Map(moved.map(({ id, position }) => [id, position])));
        });
      };
      void commands.load().then(keep, keep);
    },
    [read],
  );
  return { dragged, follow, handlers: { onNodeDragStart, onNodeDrag, onNodeDragStop } };
}

/** Corners on the canvas as a whole; React Flow counts those of children from their container. */
function cornersOf(moved: readonly FlowNode[]): ReadonlyMap<string, Point> {
  const boxes = currentArrangement()?.boxes;
  return new Map(
    moved.map(({ id, parentId, position }) => {
      const outer = boxes?.get(parentId ?? '');
      return [id, { x: position.x + (outer?.x ?? 0), y: position.y + (outer?.y ?? 0) }];
    }),
  );
}
