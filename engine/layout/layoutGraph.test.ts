import { describe, expect, test } from 'vitest';
import type { Graph, GraphEdge, GraphNode } from '../graph/index.ts';
import type { EdgeVia } from '../model/index.ts';
import { plainTask } from '../testing/given/plainTask.ts';
import type { Point } from '../text/index.ts';
import type { LayoutOptions } from './LayoutInput.ts';
import { CONTAINER_INSET, layoutGraph, type Placement } from './layoutGraph.ts';

const CARD = { width: 216, height: 56 };

/** A graph from lines `a -> b`, `a !-> b` (error) and children `box(a b)`; ids are in order of appearance. */
function graphOf(parts: {
  edges?: readonly string[];
  frames?: Readonly<Record<string, readonly string[]>>;
  ids?: readonly string[];
}): Graph {
  const edges = (parts.edges ?? []).map((line): GraphEdge => {
    const [source = '', arrow = '', target = ''] = line.split(' ');
    const via: EdgeVia = arrow === '!->' ? 'on_error' : 'on_success';
    return { id: line, source, via, target, isDangling: false, label: '', path: [] };
  });
  const frames = new Map(Object.entries(parts.frames ?? {}));
  const parentOf = new Map([...frames].flatMap(([frame, ids]) => ids.map((id) => [id, frame] as const)));
  const ids = new Set([
    ...(parts.ids ?? []),
    ...edges.flatMap((edge) => [edge.source, edge.target]),
    ...frames.keys(),
    ...parentOf.keys(),
  ]);
  const nodes = [...ids].map((id, index): GraphNode => {
    const type = frames.has(id) ? 'composite' : 'basic';
    const parent = parentOf.get(id) ?? null;
    const task = plainTask(id, type);
    return { id, task, parent, children: frames.get(id) ?? [], isStart: index === 0, isReachable: true };
  });
  return { nodes: new Map(nodes.map((node) => [node.id, node])), edges };
}

function arrange(graph: Graph, options: Partial<LayoutOptions> = {}): ReadonlyMap<string, Placement> {
  const base = {
    direction: 'right',
    mode: 'all',
    positions: new Map<string, Point>(),
    collapsed: new Set<string>(),
  } as const;
  return layoutGraph(graph, { ...base, sizeOf: () => CARD, ...options }).placements;
}

function placeOf(placements: ReadonlyMap<string, Placement>, id: string): Placement {
  const placement = placements.get(id);
  if (!placement) throw new RangeError(`${id} has no place`);
  return placement;
}

function overlapping(graph: Graph, placements: ReadonlyMap<string, Placement>): string[] {
  const found: string[] = [];
  const all = [...placements];
  for (const [a, one] of all) {
    for (const [b, two] of all) {
      if (a >= b || graph.nodes.get(a)?.parent !== graph.nodes.get(b)?.parent) continue;
      const apart =
        one.x + one.width <= two.x ||
        two.x + two.width <= one.x ||
        one.y + one.height <= two.y ||
        two.y + two.height <= one.y;
      if (!apart) found.push(`${a} on ${b}`);
    }
  }
  return found;
}

describe('everything anew', () => {
  test('a chain runs to the right on one line', () => {
    const placed = arrange(graphOf({ edges: ['a -> b', 'b -> c'] }));
    expect(['a', 'b', 'c'].map((id) => placeOf(placed, id))).toEqual([
      { x: 0, y: 0, ...CARD },
      { x: 300, y: 0, ...CARD },
      { x: 600, y: 0, ...CARD },
    ]);
  });

  test('a chain runs down on one line', () => {
    const placed = arrange(graphOf({ edges: ['a -> b', 'b -> c'] }), { direction: 'down' });
    expect(['a', 'b', 'c'].map((id) => placeOf(placed, id))).toEqual([
      { x: 0, y: 0, ...CARD },
      { x: 0, y: 140, ...CARD },
      { x: 0, y: 280, ...CARD },
    ]);
  });

  test('routes keep the order in which they are written', () => {
    const placed = arrange(graphOf({ edges: ['r -> a', 'r -> b', 'r -> c'] }));
    const [a, b, c] = ['a', 'b', 'c'].map((id) => placeOf(placed, id).y);
    expect(a).toBeLessThan(b ?? 0);
    expect(b).toBeLessThan(c ?? 0);
  });

  test('two beginnings of one line keep the order, the start first', () => {
    const placed = arrange(graphOf({ edges: ['start -> end', 'other -> end'], ids: ['start', 'other'] }));
    expect(placeOf(placed, 'start').y).toBeLessThan(placeOf(placed, 'other').y);
  });

  test('a route that leads further on, and one into a tall frame, keep the order too', () => {
    const graph = graphOf({
      edges: ['r -> a', 'r -> box', 'r -> z', 'a -> z', 'box -> z'],
      frames: { box: ['x', 'y'] },
    });
    const placed = arrange(graph);
    expect(placeOf(placed, 'a').y).toBeLessThan(placeOf(placed, 'box').y);
  });

  test.each(['right', 'down'] as const)('an error branch leaves the main line, running %s', (direction) => {
    const graph = graphOf({ edges: ['a !-> oops', 'a -> b', 'b -> c', 'oops -> tell'] });
    const placed = arrange(graph, { direction });
    const [b, oops, tell] = ['b', 'oops', 'tell'].map((id) => placeOf(placed, id));
    const across = direction === 'right' ? 'y' : 'x';
    expect(placeOf(placed, 'c')[across]).toBe(0);
    expect(oops?.[across]).toBeGreaterThanOrEqual(
      (b?.[across] ?? 0) + (direction === 'right' ? CARD.height : CARD.width) + 20,
    );
    expect(tell?.[across]).toBe(oops?.[across]);
    expect(overlapping(graph, placed)).toEqual([]);
  });

  test('a frame is as large as its children need, at any depth', () => {
    const graph = graphOf({
      edges: ['a -> outer', 'outer -> z', 'p -> q'],
      frames: { outer: ['inner', 'o2'], inner: ['p', 'q'] },
    });
    const placed = arrange(graph);
    const [outer, inner, q] = ['outer', 'inner', 'q'].map((id) => placeOf(placed, id));
    expect(inner?.width).toBeGreaterThanOrEqual(
      (q?.x ?? 0) + CARD.width + CONTAINER_INSET.left + CONTAINER_INSET.right,
    );
    expect(outer?.width).toBeGreaterThanOrEqual((inner?.x ?? 0) + (inner?.width ?? 0) + CONTAINER_INSET.left);
    expect(outer?.height).toBeGreaterThanOrEqual((inner?.height ?? 0) + CARD.height + CONTAINER_INSET.top);
    expect(placeOf(placed, 'z').x).toBeGreaterThan(placeOf(placed, 'outer').x + (outer?.width ?? 0));
    expect(overlapping(graph, placed)).toEqual([]);
  });

  test('a collapsed frame is a card, and its inside is left out', () => {
    const graph = graphOf({ edges: ['p -> q'], frames: { outer: ['p', 'q'] } });
    const placed = arrange(graph, { collapsed: new Set(['outer']) });
    expect([...placed]).toEqual([['outer', { x: 0, y: 0, ...CARD }]]);
  });

  test('an empty frame has room for a first child', () => {
    expect(placeOf(arrange(graphOf({ frames: { outer: [] } })), 'outer')).toEqual({
      x: 0,
      y: 0,
      width: 260,
      height: 140,
    });
  });

  test.each(['right', 'down'] as const)(
    'operations without lines between them are placed one under the other, running %s',
    (direction) => {
      const placed = arrange(graphOf({ frames: { outer: ['a', 'b', 'c'] } }), { direction });
      expect(['a', 'b', 'c'].map((id) => placeOf(placed, id).x)).toEqual([0, 0, 0]);
      expect(['a', 'b', 'c'].map((id) => placeOf(placed, id).y)).toEqual([0, 80, 160]);
    },
  );

  test('cycles, lines to itself and lines across frames do no harm', () => {
    const graph = graphOf({
      edges: ['a -> b', 'b -> a', 'b -> b', 'b -> inside', 'x !-> y', 'y !-> x'],
      frames: { box: ['inside'] },
    });
    expect(overlapping(graph, arrange(graph))).toEqual([]);
  });

  test('equal graphs are arranged equally', () => {
    const graph = graphOf({ edges: ['a -> b', 'a -> c', 'b -> d', 'c -> d', 'a !-> e', 'd !-> e'] });
    expect(arrange(graph)).toEqual(arrange(graph));
  });

  test('ids that are names of object members are ordinary ids', () => {
    const placed = arrange(graphOf({ edges: ['__proto__ -> constructor', 'constructor -> toString'] }));
    expect([...placed.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
  });
});

describe('only what is missing', () => {
  const missing = { mode: 'missing' } as const;

  test('keeps every position and puts a new task after the one that leads to it', () => {
    const graph = graphOf({ edges: ['a -> b', 'b -> c'] });
    const positions = new Map([
      ['a', { x: 7, y: 13 }],
      ['b', { x: 407, y: 113 }],
    ]);
    const placed = arrange(graph, { ...missing, positions });
    expect(placeOf(placed, 'a')).toEqual({ x: 7, y: 13, ...CARD });
    expect(placeOf(placed, 'b')).toEqual({ x: 407, y: 113, ...CARD });
    expect(placeOf(placed, 'c')).toEqual({ x: 700, y: 120, ...CARD });
  });

  test('a chain to which cards of any height are added one by one stays level', () => {
    const heights = [60, 100, 60, 140, 300, 60];
    const sizeOf = ({ id }: GraphNode) => ({ width: 216, height: heights[Number(id.slice(1))] ?? 0 });
    let positions = new Map<string, Point>([['t0', { x: 0, y: 0 }]]);
    const edges: string[] = [];
    for (let at = 1; at < heights.length; at += 1) {
      edges.push(`t${at - 1} -> t${at}`);
      const placed = arrange(graphOf({ edges }), { ...missing, positions, sizeOf });
      positions = new Map([...placed].map(([id, { x, y }]) => [id, { x, y }]));
    }
    expect(heights.map((height, at) => (positions.get(`t${at}`)?.y ?? 0) + height / 2)).toEqual(heights.map(() => 30));
  });

  test('puts a new task aside where its place is taken', () => {
    const graph = graphOf({ edges: ['a -> b', 'a -> new'] });
    const positions = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 300, y: 0 }],
    ]);
    const placed = arrange(graph, { ...missing, positions });
    expect(placeOf(placed, 'new')).toEqual({ x: 300, y: 100, ...CARD });
  });

  test('puts a new task behind all that lead to it, however they do, also where it leads back', () => {
    const graph = graphOf({ edges: ['a -> b', 'a !-> gate', 'b -> c', 'b !-> gate', 'c -> gate', 'gate -> a'] });
    const positions = new Map(['a', 'b', 'c'].map((id, index) => [id, { x: index * 300, y: 0 }]));
    expect(placeOf(arrange(graph, { ...missing, positions }), 'gate')).toEqual({ x: 900, y: 0, ...CARD });
    const aside = graphOf({ edges: ['a -> b', 'a !-> gate', 'b -> c', 'c !-> gate'] });
    expect(placeOf(arrange(aside, { ...missing, positions }), 'gate')).toEqual({ x: 900, y: 100, ...CARD });
  });

  test('puts a new first task before what it leads to, and one without neighbours below', () => {
    const graph = graphOf({ ids: ['first', 'b', 'c', 'd', 'alone'], edges: ['first -> b'] });
    const positions = new Map(['b', 'c', 'd'].map((id, index) => [id, { x: 600, y: index * 100 }]));
    const placed = arrange(graph, { ...missing, positions });
    expect(placeOf(placed, 'first')).toEqual({ x: 300, y: 0, ...CARD });
    expect(placeOf(placed, 'alone')).toEqual({ x: 300, y: 300, ...CARD });
  });

  test('one moved card leaves the rest where they were', () => {
    const graph = graphOf({ edges: ['a -> b', 'b -> c', 'c -> d'], ids: ['a', 'new'] });
    const before = arrange(graphOf({ edges: ['a -> b', 'b -> c', 'c -> d'] }));
    const placed = arrange(graph, { ...missing, positions: new Map([['new', { x: 100, y: 400 }]]) });
    expect(['a', 'b', 'c', 'd'].map((id) => placed.get(id))).toEqual(['a', 'b', 'c', 'd'].map((id) => before.get(id)));
  });

  test('without any position is the same as everything anew', () => {
    const graph = graphOf({ edges: ['a -> b', 'a !-> c'], frames: { b: ['x', 'y'] } });
    expect(arrange(graph, missing)).toEqual(arrange(graph));
  });

  test('children stay inside their frame', () => {
    const graph = graphOf({ frames: { box: ['x'] } });
    const placed = arrange(graph, { ...missing, positions: new Map([['x', { x: -50, y: -10 }]]) });
    expect(placeOf(placed, 'x')).toMatchObject({ x: 0, y: 0 });
  });
});

test('a thousand tasks are arranged without overlap', () => {
  const edges = Array.from(
    { length: 999 },
    (_, index) => `t${index - (index % 4)} ${index % 9 === 8 ? '!->' : '->'} t${index + 1}`,
  );
  const graph = graphOf({ edges });
  const placed = arrange(graph);
  expect(placed.size).toBe(1000);
  expect(overlapping(graph, placed)).toEqual([]);
});
