import { type Connection, type FinalConnectionState, type OnConnectEnd, useReactFlow } from '@xyflow/react';
import { useCallback, useState } from 'react';
import { type Point, type Result, reconnectEdge } from '#engine';
import { commandAnalysis, dispatch } from '../../session/index.ts';
import { exitOfPort } from '../flow/edgeLook.ts';
import type { FlowEdge } from '../flow/toFlowEdges.ts';
import { setCanvasView } from '../view.ts';
import { clientPoint } from './clientPoint.ts';
import { connectCards, type Ends, planConnection, typeOf } from './connectCards.ts';

/** Drawing lines: the commands decide what may be connected; a line dropped on a card counts, one on nothing asks for a task. */
export function useConnect() {
  const { screenToFlowPosition } = useReactFlow();
  const [isValidConnection] = useState(createAsker);

  const onConnect = useCallback((ends: Connection) => connectCards(ends), []);
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, state) => {
      if (state.isValid || !state.fromNode || !state.fromHandle) return;
      const at = clientPoint(event);
      const over = cardAt(at);
      if (over !== null && over !== state.fromNode.id) connectCards(toEnds(state, over));
      else if (over === null && state.fromHandle.type === 'source' && isPane(at)) {
        const via = exitOfPort(state.fromHandle.id ?? '', typeOf(state.fromNode.id));
        const place = { kind: 'after', source: state.fromNode.id, via } as const;
        setCanvasView({ pick: { place, at, point: screenToFlowPosition(at) } });
      }
    },
    [screenToFlowPosition],
  );
  const onReconnect = useCallback((edge: FlowEdge, ends: Connection) => {
    const analysis = commandAnalysis();
    if (!analysis) return;
    const isSameExit = ends.source === edge.source && ends.sourceHandle === edge.sourceHandle;
    const exit = isSameExit
      ? {}
      : { source: ends.source, via: exitOfPort(ends.sourceHandle ?? '', typeOf(ends.source)) };
    dispatch(reconnectEdge(analysis, { edgeId: edge.id, target: ends.target, ...exit }));
  }, []);
  return { isValidConnection, onConnect, onConnectEnd, onReconnect };
}

/** Asks the command whether it may; the same question in a row, as while the pointer moves over a port, is asked once. */
function createAsker() {
  let last: { key: string; analysis: unknown; answer: boolean } | null = null;
  return (ends: { source: string; target: string; sourceHandle?: string | null }): boolean => {
    const analysis = commandAnalysis();
    const key = [ends.source, ends.sourceHandle, ends.target].join('\n');
    if (last?.key === key && last.analysis === analysis) return last.answer;
    const result: Result<unknown, unknown> | null = planConnection({
      ...ends,
      sourceHandle: ends.sourceHandle ?? null,
    });
    last = { key, analysis, answer: result?.ok === true };
    return last.answer;
  };
}

function toEnds({ fromNode, fromHandle }: FinalConnectionState, over: string): Ends {
  const from = fromNode?.id ?? '';
  if (fromHandle?.type === 'source') return { source: from, target: over, sourceHandle: fromHandle.id ?? null };
  return { source: over, target: from, sourceHandle: null };
}

function cardAt({ x, y }: Point): string | null {
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node-task, .react-flow__node-frame');
  return card?.dataset.id ?? null;
}

function isPane({ x, y }: Point): boolean {
  return document.elementFromPoint(x, y)?.closest('.react-flow__pane, .react-flow__edges') != null;
}
