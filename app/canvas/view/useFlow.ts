import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { effectiveWorkflow } from '#engine';
import { clearSelection, select, session, useAnalysis, useDiagnostics, useSession } from '../../session/index.ts';
import { useCardDrag } from '../gestures/useCardDrag.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { keepSame } from '../model/keepSame.ts';
import { moveWays } from '../model/moveWays.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { type FlowEdge, toFlowEdges } from '../model/toFlowEdges.ts';
import { type FlowNode, groupProblems, toFlowNodes } from '../model/toFlowNodes.ts';

const NO_NODES: readonly FlowNode[] = [];
const NO_EDGES: readonly FlowEdge[] = [];

/**
 * What React Flow draws, derived from text and layout; it holds positions itself only while something is dragged.
 * @param drawn the part that is drawn; null for everything
 */
export function useFlow(arrangement: Arrangement | null, drawn: DrawnPart | null) {
  const derived = useDerived(arrangement, drawn);
  const tasks = useSession((state) => state.document.selection.tasks);
  const selectedEdge = useSession((state) => state.document.selection.edge);
  const { dragged, follow, handlers } = useCardDrag(derived.nodes);
  const shown = dragged ?? derived.nodes;
  const nodes = useMemo(() => markSelected(shown, (id) => tasks.has(id)), [shown, tasks]);
  const lines = useMemo(
    () => (dragged && arrangement ? moveWays(arrangement, derived, dragged) : derived.edges),
    [arrangement, derived, dragged],
  );
  const edges = useMemo(() => markSelected(lines, (id) => id === selectedEdge), [lines, selectedEdge]);

  const onNodesChange = useCallback(
    (changes: readonly NodeChange<FlowNode>[]) => {
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
): { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] } {
  const analysis = useAnalysis('drawn');
  const diagnostics = useDiagnostics();
  const problems = useMemo(() => groupProblems(diagnostics), [diagnostics]);
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
    return keep(toFlowNodes(graph, options), toFlowEdges(arrangement, drawn?.edges));
  }, [arrangement, analysis, problems, drawn, keep]);
}

/** Remembers the elements drawn last, so that equal elements stay the same objects. */
function createKeeper() {
  let before = { nodes: NO_NODES, edges: NO_EDGES };
  return (nodes: readonly FlowNode[], edges: readonly FlowEdge[]) => {
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

function selectByNodes(changes: readonly NodeChange<FlowNode>[]): void {
  const {
    document: { selection },
  } = session.getState();
  const tasks = new Set(selection.tasks);
  let isChanged = false;
  for (const change of changes) {
    if (change.type !== 'select' || tasks.has(change.id) === change.selected) continue;
    isChanged = true;
    if (change.selected) tasks.add(change.id);
    else tasks.delete(change.id);
  }
  if (!isChanged) return;
  if (tasks.size > 0) select({ tasks, origin: 'canvas' });
  else clearSelection('canvas');
}

/** A box drawn over cards reports the lines between them as well: only giving up is read here, clicks select. */
function releaseEdges(changes: readonly EdgeChange<FlowEdge>[]): void {
  const { edge } = session.getState().document.selection;
  if (changes.some((change) => change.type === 'select' && !change.selected && change.id === edge)) {
    clearSelection('canvas');
  }
}
