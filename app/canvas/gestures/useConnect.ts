import { type Connection, type OnConnectEnd, useReactFlow } from '@xyflow/react';
import { useCallback, useRef, useState } from 'react';
import type { Point, Result } from '#engine';
import { activeAnalysis } from '../../session/index.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import type { FlowEdge } from '../model/toFlowEdges.ts';

/**
 * Drawing lines: the commands decide what may be connected; a line dropped on a card counts, one on nothing asks for a task. The end
 * of a line that is there already moves in the same way, and leads to what is chosen.
 */
export function useConnect() {
  const { screenToFlowPosition } = useReactFlow();
  const [isValidConnection] = useState(createAsker);

  const moved = useRef<FlowEdge | null>(null);

  const onConnect = useCallback((ends: Connection) => withCommands(({ connectCards }) => connectCards(ends)), []);
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, end) => {
      const [at, line] = [clientPoint(event), moved.current];
      if (!end.isValid) withCommands(({ dropLine }) => dropLine({ end, line, at, point: screenToFlowPosition(at) }));
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

/** Where a mouse or finger is, or was lifted, in client coordinates, px. */
export function clientPoint(event: MouseEvent | TouchEvent): Point {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}
