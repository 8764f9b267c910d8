import { type Edge, type EdgeProps, type Node, useStore } from '@xyflow/react';
import { memo } from 'react';
import type { ComparedGraph, TaskMark } from '../../session/relatedRuns/index.ts';
import { classes } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { type FlowEdge, type HandlerEdgeData, toFlowEdges } from '../model/toFlowEdges.ts';
import { type EndFlowNode, type FlowNode, type TaskData, toFlowNodes } from '../model/toFlowNodes.ts';
import { wayPath } from '../route/edgePath.ts';
import edges from '../view/HandlerEdge.module.css';
import styles from './ComparedLine.module.css';

/** Below this zoom lines have no labels. */
const LABEL_ZOOM = 0.45;

/** A line in two runs: as the canvas draws it, dimmed where neither took it, with a label where they differ. */
export const ComparedLine = memo(function ComparedLine(props: EdgeProps<ComparedEdge>) {
  const { data, sourceX, sourceY, targetX, targetY } = props;
  const hasWords = useStore(({ transform }) => transform[2] >= LABEL_ZOOM);
  const path = wayPath(
    { x: sourceX, y: sourceY, side: props.sourcePosition },
    { x: targetX, y: targetY, side: props.targetPosition },
    data?.way,
  );
  const look = data?.look ?? 'success';
  const { verdict = 'untaken', words = null, sign = '' } = data?.line ?? {};
  const label = [sign, data?.way?.label?.text].filter(Boolean).join(' ');
  return (
    <g
      className={classes(edges.edge, edges[look], styles.line)}
      data-state={verdict === 'untaken' ? 'faded' : 'taken'}
      data-verdict={verdict}
    >
      {words !== null && <title>{`Taken: ${words}`}</title>}
      {words !== null && <path className={styles.band} d={path.d} />}
      <path className={edges.line} d={path.d} />
      {look === 'complete' && <path className={edges.inner} d={path.d} />}
      <path
        className={edges.end}
        d={look === 'error' ? 'M-11,0 L-5.5,-5 L0,0 L-5.5,5 Z' : 'M-8,-5.5 L0,0 L-8,5.5'}
        transform={`translate(${targetX} ${targetY}) rotate(${path.angle})`}
      />
      {hasWords && label !== '' && (
        <text className={classes(edges.label, words !== null && styles.words)} x={path.label.x} y={path.label.y} dy={4}>
          {label}
        </text>
      )}
    </g>
  );
});

/** How a line was taken in two runs. */
interface LineMark {
  readonly verdict: 'same' | 'changed' | 'older' | 'newer' | 'untaken';
  /** The difference in a few words; null where there is none. */
  readonly words: string | null;
  /** The same in as little room as there is next to a line; empty where there is none. */
  readonly sign: string;
}

interface ComparedData extends TaskData {
  readonly mark: TaskMark | null;
}

interface ComparedEdgeData extends HandlerEdgeData {
  readonly line: LineMark;
}

export type ComparedTaskNode = Node<ComparedData, 'task'> | Node<ComparedData, 'frame'>;
export type ComparedNode = ComparedTaskNode | EndFlowNode;
type ComparedEdge = Edge<ComparedEdgeData, 'handler'>;

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
