import type { Edge, Node } from '@xyflow/react';
import type { ComparedGraph, TaskMark } from '../../session/relatedRuns/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { type FlowEdge, type HandlerEdgeData, toFlowEdges } from '../model/toFlowEdges.ts';
import { type EndFlowNode, type FlowNode, type TaskData, toFlowNodes } from '../model/toFlowNodes.ts';

/** How a line was taken in two runs. */
export interface LineMark {
  readonly verdict: 'same' | 'changed' | 'older' | 'newer' | 'untaken';
  /** The difference in a few words; null where there is none. */
  readonly words: string | null;
  /** The same in as little room as there is next to a line; empty where there is none. */
  readonly sign: string;
}

export interface ComparedData extends TaskData {
  readonly mark: TaskMark | null;
}

export interface ComparedEdgeData extends HandlerEdgeData {
  readonly line: LineMark;
}

export type ComparedTaskNode = Node<ComparedData, 'task'> | Node<ComparedData, 'frame'>;
export type ComparedNode = ComparedTaskNode | EndFlowNode;
export type ComparedEdge = Edge<ComparedEdgeData, 'handler'>;

/** Two runs as React Flow draws them: the cards and lines of the canvas, each with its mark, which screen readers announce too. */
export function toComparedFlow(
  arrangement: Arrangement,
  {
    workflow,
    marks,
    taken,
    selected,
    drawn = null,
  }: Pick<ComparedGraph, 'workflow' | 'marks' | 'taken' | 'selected'> & { readonly drawn?: DrawnPart | null },
): { readonly nodes: ComparedNode[]; readonly edges: ComparedEdge[] } {
  const { graph, placements, direction } = arrangement;
  const options = { workflow, placements, direction, collapsed: NONE, problems: NO_PROBLEMS, drawn };
  const nodes = toFlowNodes(graph, options).map((node) => withMark(node, { marks, selected }));
  return { nodes, edges: toFlowEdges(arrangement, drawn?.edges).map((edge) => withLine(edge, taken)) };
}

const NONE: ReadonlySet<string> = new Set();
const NO_PROBLEMS = new Map<string, never>();

function withMark(node: FlowNode, { marks, selected }: Pick<ComparedGraph, 'marks' | 'selected'>): ComparedNode {
  if (node.type === 'end') return node;
  const mark = marks.get(node.data.taskId) ?? null;
  return {
    ...node,
    selected: node.data.taskId === selected,
    ariaLabel: mark === null ? (node.ariaLabel ?? '') : `${node.ariaLabel}, ${mark.words}`,
    data: { ...node.data, mark },
  };
}

function withLine(edge: FlowEdge, { older, newer }: ComparedGraph['taken']): ComparedEdge {
  const id = edge.data?.runId ?? edge.id;
  const line = toLine(older.get(id) ?? 0, newer.get(id) ?? 0);
  const ariaLabel = line.words === null ? (edge.ariaLabel ?? '') : `${edge.ariaLabel}, ${line.words}`;
  // Every line of a graph is made with its data.
  // A picture of two runs: nothing in it takes the focus but its cards.
  return { ...edge, ariaRole: 'img', ariaLabel, data: { ...(edge.data as HandlerEdgeData), line } };
}

/** Says how often a line was taken, where that differs. */
export function toLine(older: number, newer: number): LineMark {
  if (older === newer) return { verdict: older === 0 ? 'untaken' : 'same', words: null, sign: '' };
  if (older === 0)
    return { verdict: 'newer', words: newer === 1 ? 'only newer' : `only newer, ${newer} times`, sign: '+' };
  if (newer === 0)
    return { verdict: 'older', words: older === 1 ? 'only older' : `only older, ${older} times`, sign: '−' };
  return { verdict: 'changed', words: `${older} times, then ${newer}`, sign: `×${older}→${newer}` };
}
