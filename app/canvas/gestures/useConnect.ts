import { type Connection, type FinalConnectionState, type OnConnectEnd, useReactFlow } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import type { Point, Result } from '#engine';
import { activeAnalysis } from '../../session/index.ts';
import type { LineEnds } from '../commands/connectCards.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import { exitOfPort } from '../model/ports.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { typeOf } from '../state/typeOf.ts';
import { clientPoint } from './clientPoint.ts';

/**
 * Drawing lines: the commands decide what may be connected; a line dropped on a card counts, one on nothing asks for a task. The end
 * of a line that is there already moves in the same way, and leads to what is chosen.
 */
export function useConnect() {
  const { screenToFlowPosition } = useReactFlow();
  const [isValidConnection] = useState(createAsker);

  const moved = useRef<FlowEdge | null>(null);

  const onConnect = useCallback((ends: Connection) => connect(ends), []);
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, state) => {
      if (state.isValid || !state.fromNode || !state.fromHandle) return;
      const at = clientPoint(event);
      const over = cardAt(at);
      const line = moved.current;
      if (over !== null && over !== state.fromNode.id) joinEnds(line, toEnds(state, over));
      else if (over === null && state.fromHandle.type === 'source' && isPane(at)) {
        const place = { kind: 'after', source: state.fromNode.id, ...leaveBy(state, line) } as const;
        setCanvasView({ pick: { place, at, point: screenToFlowPosition(at) } });
      }
    },
    [screenToFlowPosition],
  );
  const onReconnect = useCallback(
    (edge: FlowEdge, ends: Connection) => withCommands(({ reconnectCards }) => reconnectCards(edge, ends)),
    [],
  );
  const onReconnectStart = useCallback((_: unknown, edge: FlowEdge) => {
    moved.current = edge;
  }, []);
  const onReconnectEnd = useCallback(() => {
    moved.current = null;
  }, []);
  return { isValidConnection, onConnect, onConnectEnd, onReconnect, onReconnectStart, onReconnectEnd };
}

/** What a line is taken on, and which one leads there instead of one more. */
function leaveBy({ fromHandle, fromNode }: FinalConnectionState, line: FlowEdge | null) {
  const via = line?.data?.via;
  if (line !== null && via !== undefined && via !== 'sequence') return { via, instead: line.id };
  return { via: exitOfPort(fromHandle?.id ?? '', typeOf(fromNode?.id ?? '')) };
}

/** Leads a line to a card: the one that was taken hold of, else a new one. */
function joinEnds(line: FlowEdge | null, ends: LineEnds): void {
  if (line === null) connect(ends);
  else withCommands(({ reconnectCards }) => reconnectCards(line, ends));
}

function connect(ends: LineEnds): void {
  withCommands(({ connectCards }) => connectCards(ends));
}

/** Asks the command whether the connection is allowed; repeated questions, as while the pointer moves over a port, are answered from a cache. Until the command is loaded it is allowed: dropping asks again, and shows the refusal. */
function createAsker() {
  let last: { key: string; analysis: unknown; answer: boolean } | null = null;
  return (ends: { source: string; target: string; sourceHandle?: string | null }): boolean => {
    const analysis = activeAnalysis('resolved');
    const key = [ends.source, ends.sourceHandle, ends.target].join('\n');
    if (last?.key === key && last.analysis === analysis) return last.answer;
    const loaded = commands.loaded();
    if (loaded === null) {
      commands.load().catch(() => null);
      return true;
    }
    const result: Result<unknown, unknown> | null = loaded.planConnection({
      ...ends,
      sourceHandle: ends.sourceHandle ?? null,
    });
    last = { key, analysis, answer: result?.ok === true };
    return last.answer;
  };
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
