import { Graph, layout } from '@dagrejs/dagre';
import { isArranged, planArrangement } from '../../app/canvas/model/arrangeGraph.ts';
import { analyze } from '../../engine/graph/index.ts';
import { EMPTY_LAYOUT } from '../../engine/index.ts';
import { type LayoutInput, loadPlacing, runLayout } from '../../engine/layout/index.ts';
import { branchingText } from '../branchingText.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { cpuOf, median } from '../race.ts';
import { workflowText } from '../workflowText.ts';

const ROUNDS = 3;

/** How long 1,000 cards take to get their places, as the canvas asks for them, beside the library that ranks graphs. */
export async function measureLayout(): Promise<readonly Row[]> {
  await loadPlacing();
  return [
    await measureText('Layout of 1,000 tasks, a long line', workflowText(1_000)),
    await measureText('Layout of 1,000 tasks with branches and ways back', branchingText(1_000)),
  ];
}

async function measureText(what: string, text: string): Promise<Row> {
  const { graph } = analyze('measured.yaml', text);
  const planned = planArrangement(graph, EMPTY_LAYOUT, 'right');
  if (isArranged(planned)) throw new Error('Nothing is left to arrange.');
  const { input, plan } = planned;
  if (plan.plain.size > 0) throw new Error('The graph is arranged plainly.');
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(await cpuOf(() => runLayout(input, plan.plain), 20));
    times.theirs.push(await cpuOf(() => layoutByDagre(input), 1));
  }
  return toRow({
    what,
    peer: '@dagrejs/dagre 3.1.3',
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit: 1 / 30,
    format: formatTime,
  });
}

function layoutByDagre({ nodes, edges }: LayoutInput): unknown {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [id, { size }] of nodes) graph.setNode(id, { ...size });
  for (const [index, { source, target }] of edges.entries()) graph.setEdge(source, target, {}, String(index));
  layout(graph);
  return graph;
}
