import type { GraphNode } from '../../graph/index.ts';
import { CONTAINER_INSET, isFrame, layoutGraph } from '../../layout/index.ts';
import { cutText } from '../../text/index.ts';
import { type DiffGraph, type Fate, SIGNS, titleOf } from './DiffGraph.ts';

const MOST_TITLE = 36;
/** A card, px. */
const HEIGHT = 44;
const LETTER = 7.4;
const MARGIN = 24;

const COLORS: Readonly<Record<Fate, { readonly fill: string; readonly stroke: string }>> = {
  added: { fill: '#dafbe1', stroke: '#1a7f37' },
  removed: { fill: '#ffebe9', stroke: '#cf222e' },
  changed: { fill: '#fff8c5', stroke: '#9a6700' },
  same: { fill: '#ffffff', stroke: '#8c959f' },
};

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The picture as an SVG document of its own: what is new in green, what is gone in red and dashed, what changed in amber, each with a
 * sign. Needs `loadPlacing`.
 */
export function drawSvg({ graph, fateOfNode, fateOfEdge }: DiffGraph): string {
  const sizeOf = (node: GraphNode) => ({
    width: Math.ceil((textOf(node, fateOfNode).length * LETTER + 32) / 20) * 20,
    height: HEIGHT,
  });
  const { placements } = layoutGraph(graph, {
    direction: 'right',
    sizeOf,
    positions: new Map(),
    collapsed: new Set(),
    mode: 'all',
  });
  const spots = new Map<string, Spot>();
  for (const { id, parent } of graph.nodes.values()) {
    const placed = placements.get(id);
    const around = parent === null ? undefined : spots.get(parent);
    if (placed === undefined) continue;
    const [left, top] =
      around === undefined ? [0, 0] : [around.x + CONTAINER_INSET.left, around.y + CONTAINER_INSET.top];
    spots.set(id, { ...placed, x: placed.x + left, y: placed.y + top });
  }
  const lines = graph.edges.flatMap(({ id, source, target, label }) => {
    const [from, to] = [spots.get(source), spots.get(target)];
    return from === undefined || to === undefined ? [] : [drawLine(from, to, { fate: fateOfEdge(id), label })];
  });
  const cards = [...graph.nodes.values()].flatMap((node) => {
    const spot = spots.get(node.id);
    return spot === undefined
      ? []
      : [drawCard(spot, { fate: fateOfNode(node.id), text: textOf(node, fateOfNode), isOpen: isFrame(node) })];
  });
  const all = [...spots.values()];
  const left = Math.min(0, ...all.map(({ x }) => x)) - MARGIN;
  const top = Math.min(0, ...all.map(({ y }) => y)) - MARGIN;
  const width = Math.max(0, ...all.map((spot) => spot.x + spot.width)) + MARGIN - left;
  const height = Math.max(0, ...all.map((spot) => spot.y + spot.height)) + MARGIN - top;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What differs between two workflows" font-family="system-ui, sans-serif" font-size="13">
<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#ffffff"/>
${[...cards, ...lines].join('\n')}
</svg>
`;
}

function textOf(node: GraphNode, fateOfNode: DiffGraph['fateOfNode']): string {
  return SIGNS[fateOfNode(node.id)] + cutText(titleOf(node), MOST_TITLE);
}

function drawCard(
  { x, y, width, height }: Spot,
  { fate, text, isOpen }: { readonly fate: Fate; readonly text: string; readonly isOpen: boolean },
): string {
  const { fill, stroke } = COLORS[fate];
  const dash = fate === 'removed' ? ' stroke-dasharray="6 4"' : '';
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" fill-opacity="${isOpen ? 0.4 : 1}" stroke="${stroke}" stroke-width="${fate === 'same' ? 1 : 2}"${dash}/>`;
  return `${box}<text x="${x + 16}" y="${y + 27}" fill="#1f2328">${escape(text)}</text>`;
}

/** From the right side of one card to the left side of another. */
function drawLine(from: Spot, to: Spot, { fate, label }: { readonly fate: Fate; readonly label: string }): string {
  const [x1, y1] = [from.x + from.width, from.y + Math.min(from.height, HEIGHT) / 2];
  const [x2, y2] = [to.x, to.y + Math.min(to.height, HEIGHT) / 2];
  const bend = Math.max(20, Math.abs(x2 - x1) / 2);
  const { stroke } = COLORS[fate];
  const dash = fate === 'removed' ? ' stroke-dasharray="6 4"' : '';
  const way = `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="${stroke}" stroke-width="${fate === 'same' ? 1 : 2}"${dash}><title>${escape(label)}</title></path>`;
  return `${way}<path d="M${x2 - 7} ${y2 - 4}L${x2} ${y2}L${x2 - 7} ${y2 + 4}" fill="none" stroke="${stroke}" stroke-width="${fate === 'same' ? 1 : 2}"/>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(/\p{Cc}/gu, ' ');
}
