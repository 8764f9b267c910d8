import type { Connection, FinalConnectionState } from '@xyflow/react';
import type { Point } from '#engine';
import { connectTasks, reconnectEdge } from '#engine/edit';
import { activeAnalysis, dispatch } from '../../session/index.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { exitAt } from '../state/exitAt.ts';

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

/** The cards a drawn line joins, and the port it leaves by. */
type LineEnds = Pick<Connection, 'source' | 'target' | 'sourceHandle'>;

/** Writes the connection of a drawn line; a refusal is shown. */
export function connectCards(ends: LineEnds): void {
  const result = planConnection(ends);
  if (result) dispatch(result);
}

/** What the command answers to a drawn line; null without a file. */
export function planConnection({ source, target, sourceHandle }: LineEnds) {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return null;
  return connectTasks(analysis, { source, via: exitAt(source, sourceHandle), target });
}

/** Leads a line that is drawn already to another card, or lets it leave by another port; a refusal is shown. */
export function reconnectCards(edge: FlowEdge, ends: LineEnds): void {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return;
  const isSameExit = ends.source === edge.source && ends.sourceHandle === edge.sourceHandle;
  const exit = isSameExit ? {} : { source: ends.source, via: exitAt(ends.source, ends.sourceHandle) };
  dispatch(reconnectEdge(analysis, { edgeId: edge.id, target: ends.target, ...exit }));
}
