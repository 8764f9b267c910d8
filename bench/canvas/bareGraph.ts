import { arrangeGraph } from '../../app/canvas/model/arrangeGraph.ts';
import { listPorts } from '../../app/canvas/model/listPorts.ts';
import { endsBySource, placeEnds } from '../../app/canvas/model/placeEnds.ts';
import { analyze } from '../../engine/graph/index.ts';
import { EMPTY_LAYOUT } from '../../engine/index.ts';
import { loadPlacing } from '../../engine/layout/index.ts';

/** A workflow as any library of graphs has it: boxes and what joins them, px. */
export interface BareGraph {
  readonly cards: readonly { id: string; x: number; y: number; width: number; height: number }[];
  readonly lines: readonly { id: string; source: string; target: string }[];
}

/** Where the canvas is in the window, and what it shows, px. */
export interface BareView {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number };
}

/** The graph of a text whose tasks lie side by side, as the app arranges it: ends of branches are cards too. */
export async function bareGraph(text: string): Promise<BareGraph> {
  await loadPlacing();
  const { graph } = analyze('measured.yaml', text);
  const { boxes, direction } = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
  const cards = [...boxes].map(([id, box]) => ({ id, ...box }));
  for (const [id, ends] of endsBySource(graph)) {
    const [node, box] = [graph.nodes.get(id), boxes.get(id)];
    if (!node || !box) continue;
    const ports = listPorts(node.task, { ...box, direction, used: new Set() });
    for (const { edgeId, x, y, width, height } of placeEnds(ends, ports, direction))
      cards.push({ id: `end of ${edgeId}`, x: box.x + x, y: box.y + y, width, height });
  }
  const lines = graph.edges.map(({ id, source, target }) => ({
    id,
    source,
    target: target === 'end' ? `end of ${id}` : target,
  }));
  return { cards, lines };
}
