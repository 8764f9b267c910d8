import { beforeAll, expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { yaml } from '#engine/testing';
import { overlaps } from '../route/Line.ts';
import { arrangeGraph } from './arrangeGraph.ts';
import { moveWays } from './moveWays.ts';
import { toFlowEdges } from './toFlowEdges.ts';
import { type FlowNode, toFlowNodes } from './toFlowNodes.ts';

beforeAll(() => loadPlacing());

const TEXT = yaml`
  tasks:
    - {id: a, type: map, on_success: {next: b}}
    - {id: b, type: map, on_success: {next: c}}
    - {id: c, type: map, on_success: {next: d}}
    - {id: d, type: map}
`;

function draw() {
  const analysis = analyze('a.yaml', TEXT);
  const arrangement = arrangeGraph(drawnGraph(analysis), EMPTY_LAYOUT, 'right');
  const { graph, placements, direction } = arrangement;
  const options = {
    workflow: analysis.workflow,
    placements,
    direction,
    collapsed: new Set<string>(),
    problems: new Map(),
  };
  return { arrangement, drawn: { nodes: toFlowNodes(graph, options), edges: toFlowEdges(arrangement) } };
}

function move(nodes: readonly FlowNode[], ids: readonly string[], by: { x: number; y: number }): readonly FlowNode[] {
  return nodes.map((node) =>
    ids.includes(node.id) ? { ...node, position: { x: node.position.x + by.x, y: node.position.y + by.y } } : node,
  );
}

test('a line whose card is dragged runs around the other cards; lines of cards that stay are the same objects', () => {
  const { arrangement, drawn } = draw();
  // Behind d, so that the plain line to it would run under c and d.
  const moved = moveWays(arrangement, drawn, move(drawn.nodes, ['b'], { x: 900, y: 0 }));
  expect(moved.map((edge, index) => edge === drawn.edges[index])).toEqual([false, false, true]);
  const { route = [] } = moved[0]?.data?.way ?? {};
  expect(route.at(-1)?.x).toBe((drawn.edges[0]?.data?.way?.route.at(-1)?.x ?? 0) + 900);
  for (const [index, b] of route.slice(1).entries()) {
    const a = route[index] ?? b;
    const part = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
    for (const id of ['c', 'd']) expect(overlaps(part, arrangement.boxes.get(id) ?? part)).toBe(false);
  }
});

test('a line between two cards that are dragged together goes along', () => {
  const { arrangement, drawn } = draw();
  const moved = moveWays(arrangement, drawn, move(drawn.nodes, ['b', 'c'], { x: 40, y: 100 }));
  const before = drawn.edges[1]?.data?.way?.route ?? [];
  expect(moved[1]?.data?.way?.route).toEqual(before.map(({ x, y }) => ({ x: x + 40, y: y + 100 })));
});

test('without a drag everything stays the same object', () => {
  const { arrangement, drawn } = draw();
  expect(moveWays(arrangement, drawn, drawn.nodes)).toBe(drawn.edges);
});

test('wherever a card is dragged, its lines keep short, have few bends and never cross themselves', () => {
  const { arrangement, drawn } = draw();
  const found: string[] = [];
  for (let x = -900; x <= 1500; x += 150)
    for (let y = -450; y <= 450; y += 75) {
      const moved = moveWays(arrangement, drawn, move(drawn.nodes, ['b'], { x, y }));
      for (const edge of moved.slice(0, 2)) {
        const route = edge.data?.way?.route ?? [];
        const [from, to] = [route[0], route.at(-1)];
        if (from === undefined || to === undefined) continue;
        const straight = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
        const { length, bends, crossings } = measure(route);
        // Around both cards at its ends, and one in its way.
        if (length > straight + 500 || bends > 6 || crossings > 0)
          found.push(
            `${edge.id} at ${x},${y}: ${Math.round(length - straight)} px more, ${bends} bends, ${crossings} loops`,
          );
      }
    }
  expect(found).toEqual([]);
});

/** How long a way is, how often it turns, and how often it crosses itself. */
function measure(route: readonly { readonly x: number; readonly y: number }[]) {
  const parts = route.slice(1).map((to, index) => ({ from: route[index] ?? to, to }));
  const length = parts.reduce((sum, { from, to }) => sum + Math.abs(to.x - from.x) + Math.abs(to.y - from.y), 0);
  const bends = parts.filter(({ from, to }, index) => {
    const before = parts[index - 1];
    return before !== undefined && (before.from.x === before.to.x) !== (from.x === to.x);
  }).length;
  const boxes = parts.map(({ from, to }) => ({
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  }));
  const crossings = boxes.flatMap((box, index) => boxes.slice(index + 2).filter((other) => touches(box, other))).length;
  return { length, bends, crossings };
}

interface PlacedPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function touches(a: PlacedPart, b: PlacedPart): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
