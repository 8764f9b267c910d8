import { assertNever, type Graph, type GraphEdge, type GraphNode } from '#engine';
import { isFrame } from '#engine/layout';
import { type ExitRole, roleOf, traitsOf, type Workflow } from '#engine/model';
import type { Kind } from '../../ui/index.ts';
import { describeTask } from '../model/describeTask.ts';
import type { Direction } from '../model/direction.ts';

/** Shapes by kind: what is before and after the text of a node. */
const SHAPES: Partial<Record<Kind, readonly [string, string]>> = {
  agent: ['(', ')'],
  memory: ['[(', ')]'],
  workflow: ['[[', ']]'],
};
const BOX: readonly [string, string] = ['[', ']'];

const ARROWS: Record<ExitRole, string> = {
  success: '-->',
  route: '-->',
  sequence: '-->',
  error: '-.->',
  complete: '==>',
  start: '-.->',
  hook: '-.->',
};

/** What a flowchart is made of. */
interface Chart {
  readonly graph: Graph;
  readonly workflow: Workflow;
  readonly direction: Direction;
  /** Names in Mermaid, whose words of its own cannot be names, by node id. */
  readonly names: ReadonlyMap<string, string>;
}

/** A workflow as a flowchart of Mermaid: all tasks, containers as subgraphs, and the lines between them with their labels. */
export function toMermaid(graph: Graph, workflow: Workflow, direction: Direction): string {
  const names = new Map([...graph.nodes.keys()].map((id, index) => [id, `t${index + 1}`]));
  const chart: Chart = { graph, workflow, direction, names };
  const tops = [...graph.nodes.values()].filter(({ parent }) => parent === null);
  const starts = tops.filter(({ isStart }) => isStart).map(({ id }) => `  start((Start)) --> ${names.get(id)}`);
  const links = graph.edges.flatMap((edge) => writeLink(chart, edge));
  const ends = graph.edges.some((edge) => isEnd(chart, edge)) ? ['  done((End))'] : [];
  const nodes = tops.flatMap((node) => writeNode(chart, node, '  '));
  return [`flowchart ${direction === 'right' ? 'LR' : 'TD'}`, ...nodes, ...ends, ...starts, ...links, ''].join('\n');
}

function writeNode(chart: Chart, node: GraphNode, indent: string): readonly string[] {
  const { graph, workflow, names, direction } = chart;
  const { kind, title, usesWhole } = describeTask(workflow, node.task);
  const name = names.get(node.id);
  if (isFrame(node) && node.children.length > 0) {
    const children = node.children.flatMap((id) => graph.nodes.get(id) ?? []);
    return [
      `${indent}subgraph ${name}["${escapeText(title)}"]`,
      `${indent}  direction ${direction === 'right' ? 'LR' : 'TD'}`,
      ...children.flatMap((child) => writeNode(chart, child, `${indent}  `)),
      `${indent}end`,
    ];
  }
  const [open, close] = shapeOf(node.task.type, kind);
  return [`${indent}${name}${open}"${escapeText(title)}<br/><small>${escapeText(usesWhole)}</small>"${close}`];
}

function shapeOf(type: string, kind: Kind): readonly [string, string] {
  const { hasRoutes, waits } = traitsOf(type);
  if (hasRoutes) return ['{', '}'];
  return waits ? ['([', '])'] : (SHAPES[kind] ?? BOX);
}

function writeLink(chart: Chart, edge: GraphEdge): readonly string[] {
  const [from, to] = [chart.names.get(edge.source), isEnd(chart, edge) ? 'done' : chart.names.get(edge.target)];
  if (from === undefined || to === undefined) return [];
  const role = roleOf(edge.via);
  const label = labelOf(edge, role);
  return [`  ${from} ${ARROWS[role]}${label === '' ? '' : `|"${escapeText(label)}"|`} ${to}`];
}

function isEnd({ graph }: Chart, { target, isDangling }: GraphEdge): boolean {
  return target === 'end' && !isDangling && !graph.nodes.has('end');
}

function labelOf({ label }: GraphEdge, role: ExitRole): string {
  switch (role) {
    case 'success':
    case 'sequence':
      return '';
    case 'error':
      return `on ${label}`;
    case 'route':
    case 'complete':
    case 'start':
    case 'hook':
      return label;
    default:
      return assertNever(role);
  }
}

/** Text between quotes: what Mermaid would read as its own syntax, or as HTML, is written by its number. */
function escapeText(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/["#<>&`\\]/g, (character) => `#${character.codePointAt(0)};`);
}
