import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useCallback } from 'react';
import { hasReferenceDrag, hasTaskDrag, readReferenceDrag, readTaskDrag } from '../../session/workspace/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { findFrameAt } from '../model/arrangeGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { type PickPlace, setCanvasView } from '../state/canvasView.ts';

interface DropTarget {
  readonly edge: string | null;
  readonly frame: string | null;
}

const NOWHERE = { dropEdge: null, dropFrame: null };

/** The id of the card that is pointed at. */
function taskAt({ clientX, clientY }: DragEvent): string | null {
  const card = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.react-flow__node');
  return card?.dataset['id'] ?? null;
}

/** Dropping a task from a list: on a line it is inserted, in a container it goes inside, else it stays where it was dropped. A value of a run dropped on a card becomes its input. */
export function useTaskDrop(canEdit: boolean) {
  const { screenToFlowPosition } = useReactFlow();

  const findTarget = useCallback(
    (event: DragEvent): DropTarget => {
      const element = document.elementFromPoint(event.clientX, event.clientY);
      const edge = element?.closest<SVGElement>('.react-flow__edge')?.dataset.id ?? null;
      const shown = currentArrangement();
      const frame = shown && findFrameAt(shown, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      return { edge, frame: edge === null ? frame : null };
    },
    [screenToFlowPosition],
  );

  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (canEdit && hasReferenceDrag(event.dataTransfer) && taskAt(event) !== null) event.preventDefault();
      if (!canEdit || !hasTaskDrag(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      const { edge, frame } = findTarget(event);
      setCanvasView({ dropEdge: edge, dropFrame: frame });
    },
    [canEdit, findTarget],
  );
  const onDragLeave = useCallback((event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
      setCanvasView(NOWHERE);
  }, []);
  const onDrop = useCallback(
    (event: DragEvent) => {
      const reference = canEdit ? readReferenceDrag(event.dataTransfer) : null;
      const reader = reference === null ? null : taskAt(event);
      if (reference !== null && reader !== null) {
        event.preventDefault();
        withCommands(({ passReference }) => void passReference(reference, reader));
      }
      if (!canEdit || !hasTaskDrag(event.dataTransfer)) return;
      event.preventDefault();
      setCanvasView(NOWHERE);
      const draft = readTaskDrag(event.dataTransfer);
      if (!draft) return;
      const { edge, frame } = findTarget(event);
      const point = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const place: PickPlace = edge === null ? { kind: 'free', parent: frame } : { kind: 'edge', edgeId: edge };
      withCommands(({ addDraft }) => addDraft(draft, place, point));
    },
    [canEdit, findTarget, screenToFlowPosition],
  );
  return { onDragOver, onDragLeave, onDrop };
}
