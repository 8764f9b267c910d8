import { applyNodeChanges, type NodeChange, useReactFlow } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import type { Point } from '#engine';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import type { Dragged } from '../commands/planDrop.ts';
import { isCardFrame } from '../model/frames/frameIds.ts';
import type { DrawnNode } from '../model/toFlowNodes.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { framing } from '../state/useViewport.ts';
import { clientPoint } from './useConnect.ts';

const NOWHERE = { dropFrame: null, drop: null };

/** Above all other cards, while they are dragged. */
const IN_FRONT = 1000;

/**
 * Dragging cards: they follow the pointer, the container they would go into is lit up, and they are written there, or kept
 * where they were dropped, or go back with a reason.
 * @param nodes what is drawn now
 */
export function useCardDrag(nodes: readonly DrawnNode[]) {
  const { screenToFlowPosition } = useReactFlow();
  const [dragged, setDragged] = useState<readonly DrawnNode[] | null>(null);
  const held = useRef<Dragged | null>(null);

  const follow = useCallback(
    (changes: readonly NodeChange<DrawnNode>[]) => {
      const moves = changes.flatMap((change) => (change.type === 'position' && change.dragging ? [change] : []));
      if (moves.length === 0) return;
      const positions = moves.flatMap(({ id, position }) => (position ? [{ id, position }] : []));
      const along = [...framedAlong(nodes, positions)].map(([id, position]) => {
        return { type: 'position', id, position, dragging: true } as const;
      });
      const ids = new Set([...moves, ...along].map((change) => change.id));
      setDragged((current) =>
        fitAround(
          applyNodeChanges([...moves, ...along], [...(current ?? nodes)]).map((node) =>
            ids.has(node.id) && isCard(node) && node.zIndex !== IN_FRONT ? { ...node, zIndex: IN_FRONT } : node,
          ),
        ),
      );
    },
    [nodes],
  );
  const read = useCallback(
    (event: MouseEvent | TouchEvent, moved: readonly DrawnNode[]): Dragged => {
      return { corners: cornersOf(moved), pointer: screenToFlowPosition(clientPoint(event)) };
    },
    [screenToFlowPosition],
  );
  const onNodeDragStart = useCallback(() => void commands.load().catch(() => null), []);
  const onNodeDrag = useCallback(
    (event: MouseEvent | TouchEvent, _: unknown, moved: readonly DrawnNode[]) => {
      if (moved.some(isCardFrame)) return;
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
    (event: MouseEvent | TouchEvent, _: unknown, moved: readonly DrawnNode[]) => {
      held.current = null;
      setCanvasView(NOWHERE);
      const drop = read(event, moved);
      // What is dragged by a frame stays in its container, whatever lies under the pointer.
      const isFramed = moved.some(isCardFrame);
      const places = new Map([...framedAlong(nodes, moved), ...moved.map((node) => [node.id, node.position] as const)]);
      const keep = () => {
        const plan = isFramed ? null : commands.loaded()?.planDrop(drop);
        setDragged(null);
        withCommands(({ dropTasks, keepMoved }) => {
          if (plan) dropTasks(drop, plan);
          else keepMoved(places);
        });
      };
      void commands.load().then(keep, keep);
    },
    [read, nodes],
  );
  return { dragged, follow, handlers: { onNodeDragStart, onNodeDrag, onNodeDragStop } };
}

function isCard(node: DrawnNode): boolean {
  return node.type !== 'note' && !isCardFrame(node);
}

function fitAround(nodes: readonly DrawnNode[]): readonly DrawnNode[] {
  const arrangement = currentArrangement();
  return (arrangement && framing.loaded()?.fitFrames(nodes, arrangement)) ?? nodes;
}

function framedAlong(...args: Parameters<Framing['moveWithFrames']>): ReadonlyMap<string, Point> {
  return framing.loaded()?.moveWithFrames(...args) ?? new Map();
}

type Framing = Awaited<ReturnType<typeof framing.load>>;

/** Corners on the canvas as a whole; React Flow counts those of children from their container. */
function cornersOf(moved: readonly DrawnNode[]): ReadonlyMap<string, Point> {
  const boxes = currentArrangement()?.boxes;
  return new Map(
    moved.map(({ id, parentId, position }) => {
      const outer = boxes?.get(parentId ?? '');
      return [id, { x: position.x + (outer?.x ?? 0), y: position.y + (outer?.y ?? 0) }];
    }),
  );
}
