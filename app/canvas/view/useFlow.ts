import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { effectiveWorkflow } from '#engine';
import { clearSelection, select, session, useDiagnostics, useSession } from '../../session/index.ts';
import { useCardDrag } from '../gestures/useCardDrag.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { frameNodeId, frameOfNode } from '../model/frames/frameIds.ts';
import { moveWays } from '../model/moveWays.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { type FlowEdge, toFlowEdges } from '../model/toFlowEdges.ts';
import {
  type DrawnNode,
  groupProblems,
  noteNodeId,
  noteOfNode,
  toFlowNodes,
  toFlowNotes,
} from '../model/toFlowNodes.ts';
import { useDrawnAnalysis } from '../state/arrangement.ts';
import { useFraming } from '../state/useViewport.ts';

const NO_NODES: readonly DrawnNode[] = [];
const NO_EDGES: readonly FlowEdge[] = [];

/**
 * What React Flow draws, derived from text and layout; it holds positions itself only while something is dragged.
 * @param drawn the part that is drawn; null for everything
 */
export function useFlow(arrangement: Arrangement | null, drawn: DrawnPart | null) {
  const derived = useDerived(arrangement, drawn);
  const tasks = useSession((state) => state.document.selection.tasks);
  const notes = useSession((state) => state.document.selection.notes);
  const frames = useSession((state) => state.document.selection.frames);
  const selectedEdge = useSession((state) => state.document.selection.edge);
  const { dragged, follow, handlers } = useCardDrag(derived.nodes);
  const shown = dragged ?? derived.nodes;
  const nodes = useMemo(() => {
    const chosen = new Set([...tasks, ...[...notes].map(noteNodeId), ...[...frames].map(frameNodeId)]);
    return markSelected(shown, (id) => chosen.has(id));
  }, [shown, tasks, notes, frames]);
  const lines = useMemo(
    () => (dragged && arrangement ? moveWays(arrangement, derived, dragged) : derived.edges),
    [arrangement, derived, dragged],
  );
  const edges = useMemo(() => markSelected(lines, (id) => id === selectedEdge), [lines, selectedEdge]);

  const onNodesChange = useCallback(
    (changes: readonly NodeChange<DrawnNode>[]) => {
      follow(changes);
      selectByNodes(changes);
    },
    [follow],
  );
  return { nodes, edges, onNodesChange, onEdgesChange: releaseEdges, ...handlers };
}

function useDerived(
  arrangement: Arrangement | null,
  drawn: DrawnPart | null,
): { nodes: readonly DrawnNode[]; edges: readonly FlowEdge[] } {
  const analysis = useDrawnAnalysis();
  const diagnostics = useDiagnostics();
  const problems = useMemo(() => groupProblems(diagnostics), [diagnostics]);
  const framing = useFraming(arrangement?.layout.frames !== undefined);
  const [keep] = useState(createKeeper);
  return useMemo(() => {
    if (!arrangement || !analysis) return { nodes: NO_NODES, edges: NO_EDGES };
    const { graph, placements, direction, layout } = arrangement;
    const options = {
      workflow: effectiveWorkflow(analysis),
      placements,
      direction,
      collapsed: layout.collapsed,
      problems,
      drawn,
    };
    const frames = framing?.toFlowFrames(arrangement) ?? NO_NODES;
    const notes = toFlowNotes(layout.notes);
    const nodes = [...frames, ...notes, ...toFlowNodes(graph, options)];
    return keep(nodes, drawn?.lines ?? toFlowEdges(arrangement, drawn?.edges));
  }, [arrangement, analysis, problems, drawn, keep, framing]);
}

/** Remembers the elements drawn last, so that equal elements stay the same objects. */
function createKeeper() {
  let before = { nodes: NO_NODES, edges: NO_EDGES };
  return (nodes: readonly DrawnNode[], edges: readonly FlowEdge[]) => {
    before = { nodes: keepSame(before.nodes, nodes), edges: keepSame(before.edges, edges) };
    return before;
  };
}

/** Elements with their mark of selection; those whose mark stays are the same objects. */
function markSelected<T extends { readonly id: string; selected?: boolean }>(
  elements: readonly T[],
  isSelected: (id: string) => boolean,
): T[] {
  return elements.map((element) => {
    const selected = isSelected(element.id);
    return (element.selected ?? false) === selected ? element : { ...element, selected };
  });
}

function selectByNodes(changes: readonly NodeChange<DrawnNode>[]): void {
  const {
    document: { selection },
  } = session.getState();
  const tasks = new Set(selection.tasks);
  const notes = new Set(selection.notes);
  const frames = new Set(selection.frames);
  let isChanged = false;
  for (const change of changes) {
    if (change.type !== 'select') continue;
    const [note, frame] = [noteOfNode(change.id), frameOfNode(change.id)];
    const chosen = frame !== null ? frames : note !== null ? notes : tasks;
    const id = frame ?? note ?? change.id;
    if (chosen.has(id) === change.selected) continue;
    isChanged = true;
    if (change.selected) chosen.add(id);
    else chosen.delete(id);
  }
  if (!isChanged) return;
  if (tasks.size + notes.size + frames.size > 0) select({ tasks, notes, frames, origin: 'canvas' });
  else clearSelection('canvas');
}

/** A box drawn over cards reports the lines between them as well: only giving up is read here, clicks select. */
function releaseEdges(changes: readonly EdgeChange<FlowEdge>[]): void {
  const { edge } = session.getState().document.selection;
  if (changes.some((change) => change.type === 'select' && !change.selected && change.id === edge)) {
    clearSelection('canvas');
  }
}

/**
 * Gives back the elements of `before` wherever those of `after` with the same id are equal, so that components
 * which compare by identity draw only what changed.
 */
export function keepSame<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Map(before.map((element) => [element.id, element]));
  let isSame = before.length === after.length;
  const kept = after.map((element, index) => {
    const old = known.get(element.id);
    const chosen = old !== undefined && isEqual(old, element) ? old : element;
    isSame &&= chosen === before[index];
    return chosen;
  });
  return isSame ? before : kept;
}

/** Deep equality of plain values. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)));
}
