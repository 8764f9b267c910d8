import type { FinalConnectionState } from '@xyflow/react';
import type { Point } from '#engine';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { exitAt } from '../state/exitAt.ts';
import { connectCards, type LineEnds, reconnectCards } from './connectCards.ts';

/** The end of a line that was let go next to a port. */
interface DroppedLine {
  readonly end: FinalConnectionState;
  /** The line that is there already and was taken hold of; null for a new one. */
  readonly line: FlowEdge | null;
  /** Client coordinates, px. */
  readonly at: Point;
  /** The same on the canvas as a whole. */
  readonly point: Point;
}

/** Leads a line to the card it was dropped on; on nothing it asks for a task, and a line that is there already moves to it. */
export function dropLine({ end, line, at, point }: DroppedLine): void {
  const { fromNode, fromHandle } = end;
  if (!fromNode || !fromHandle) return;
  const over = cardAt(at);
  if (over !== null && over !== fromNode.id) {
    if (line === null) connectCards(toEnds(end, over));
    else reconnectCards(line, toEnds(end, over));
  } else if (over === null && fromHandle.type === 'source' && isPane(at))
    setCanvasView({ pick: { place: { kind: 'after', source: fromNode.id, ...leaveBy(end, line) }, at, point } });
}

/** When the line is taken, and which one leads there instead of one more. */
function leaveBy({ fromHandle, fromNode }: FinalConnectionState, line: FlowEdge | null) {
  const via = line?.data?.via;
  if (line !== null && via !== undefined && via !== 'sequence') return { via, instead: line.id };
  return { via: exitAt(fromNode?.id ?? '', fromHandle?.id ?? null) };
}

function toEnds({ fromNode, fromHandle }: FinalConnectionState, over: string): LineEnds {
  const from = fromNode?.id ?? '';
  if (fromHandle?.type === 'source') return { source: from, target: over, sourceHandle: fromHandle.id ?? null };
  return { source: over, target: from, sourceHandle: null };
}

function cardAt({ x, y }: Point): string | null {
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node-task, .react-flow__node-frame');
  return card?.dataset.id ?? null;
}

function isPane({ x, y }: Point): boolean {
  return (
    document.elementFromPoint(x, y)?.closest('.react-flow__pane, .react-flow__edges, .react-flow__node-note') != null
  );
}
