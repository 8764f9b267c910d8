import type { GraphNode } from '../../graph/index.ts';
import { cutText } from '../../text/index.ts';
import { type DiffGraph, type Fate, SIGNS, titleOf } from './DiffGraph.ts';

/** Beyond so many tasks only those that changed are drawn, with their neighbours: forges refuse large diagrams. */
const MOST_DRAWN = 60;
const MOST_TITLE = 40;

const STYLES: Readonly<Record<Exclude<Fate, 'same'>, string>> = {
  added: 'fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  removed: 'fill:#ffebe9,stroke:#cf222e,color:#1f2328,stroke-dasharray:4 3',
  changed: 'fill:#fff8c5,stroke:#9a6700,color:#1f2328',
};
const LINES: Readonly<Record<Fate, string>> = { added: '#1a7f37', removed: '#cf222e', changed: '#9a6700', same: '' };

/** The picture as a Mermaid diagram, which GitHub and GitLab draw from the text of a comment. */
export function drawMermaid(diff: DiffGraph): string {
  const { graph, fateOfNode, fateOfEdge } = diff;
  const drawn = chooseDrawn(diff);
  const names = new Map([...drawn].map((id, index) => [id, `t${index}`] as const));
  const lines: string[] = ['flowchart LR'];
  const write = (node: GraphNode, indent: string): void => {
    const name = names.get(node.id);
    if (name === undefined) return;
    const fate = fateOfNode(node.id);
    const title = `"${escapeTitle(SIGNS[fate] + titleOf(node))}"`;
    const inside = node.children.filter((id) => names.has(id));
    if (inside.length === 0) lines.push(`${indent}${name}[${title}]${fate === 'same' ? '' : `:::${fate}`}`);
    else {
      lines.push(`${indent}subgraph ${name} [${title}]`);
      for (const id of inside) {
        const child = graph.nodes.get(id);
        if (child !== undefined) write(child, `${indent}  `);
      }
      lines.push(`${indent}end`);
      if (fate !== 'same') lines.push(`${indent}style ${name} ${STYLES[fate]}`);
    }
  };
  for (const node of graph.nodes.values()) if (node.parent === null || !names.has(node.parent)) write(node, '  ');
  const styles: string[] = [];
  let count = 0;
  for (const { id, source, target, label } of graph.edges) {
    const [from, to] = [names.get(source), names.get(target)];
    if (from === undefined || to === undefined) continue;
    const fate = fateOfEdge(id);
    const words = label === '' ? '' : `|"${escapeTitle(label)}"|`;
    lines.push(`  ${from} ${fate === 'removed' ? '-.->' : '-->'}${words} ${to}`);
    if (fate !== 'same') styles.push(`  linkStyle ${count} stroke:${LINES[fate]}`);
    count += 1;
  }
  for (const [fate, style] of Object.entries(STYLES)) lines.push(`  classDef ${fate} ${style}`);
  return [...lines, ...styles, ''].join('\n');
}

/** All tasks of a small graph; of a large one those that changed, what they are in, and their neighbours. */
function chooseDrawn({ graph, fateOfNode, fateOfEdge }: DiffGraph): ReadonlySet<string> {
  if (graph.nodes.size <= MOST_DRAWN) return new Set(graph.nodes.keys());
  const drawn = new Set([...graph.nodes.keys()].filter((id) => fateOfNode(id) !== 'same'));
  for (const { id, source, target } of graph.edges) {
    if (fateOfEdge(id) !== 'same') drawn.add(source).add(target);
  }
  const first = new Set([...drawn].slice(0, MOST_DRAWN));
  for (const { source, target } of graph.edges) {
    if (first.size >= MOST_DRAWN) break;
    if (drawn.has(source) || drawn.has(target)) first.add(source).add(target);
  }
  return new Set([...first].filter((id) => graph.nodes.has(id)));
}

/** A title inside of quotes, in which nothing is markup. */
function escapeTitle(title: string): string {
  return cutText(title.replaceAll(/\s+/g, ' '), MOST_TITLE).replaceAll(
    /[^\p{L}\p{N} .,:+~−…_-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
}
