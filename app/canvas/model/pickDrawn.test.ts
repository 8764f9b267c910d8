import { beforeAll, expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { type Arrangement, arrangeGraph, type Box, isDrawnWhole } from './arrangeGraph.ts';
import { type Focus, MOST_DRAWN, pickDrawn } from './pickDrawn.ts';
import { toFlowEdges } from './toFlowEdges.ts';
import { toFlowNodes } from './toFlowNodes.ts';

beforeAll(() => loadPlacing());

const NO_FOCUS: Focus = { tasks: new Set(), edge: null };
const EVERYWHERE: Box = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

interface Arranged {
  readonly arrangement: Arrangement;
  /** How many nodes and lines are drawn of a part. */
  readonly draw: (part: ReturnType<typeof pickDrawn>) => number[];
}

/** Large ones are arranged once. */
const arranged = new Map<string, Arranged>();

function arrange(text: string): Arranged {
  const found = arranged.get(text) ?? arrangeAnew(text);
  arranged.set(text, found);
  return found;
}

function arrangeAnew(text: string): Arranged {
  const { graph, workflow } = analyze('a.yaml', text);
  const arrangement = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
  const { placements, direction, layout } = arrangement;
  const draw = (drawn: ReturnType<typeof pickDrawn>): number[] => {
    const options = { workflow, placements, direction, collapsed: layout.collapsed, problems: new Map() };
    const nodes = toFlowNodes(graph, { ...options, drawn });
    const ids = new Set(nodes.map(({ id }) => id));
    const edges = toFlowEdges(arrangement, drawn.edges);
    expect(nodes.every(({ parentId }) => parentId === undefined || ids.has(parentId))).toBe(true);
    expect(edges.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true);
    return [nodes.length, edges.length];
  };
  return { arrangement, draw };
}

const chain = (count: number): string =>
  `tasks:\n${range(count, (at) => `  - {id: t${at}${at + 1 < count ? `, on_success: {next: t${at + 1}}` : ''}}\n`).join('')}`;
const complete = (count: number): string =>
  `tasks:\n${range(count, (at) => `  - {id: t${at}, on_success: {next: [${range(count, (to) => `t${to}`).join(', ')}]}}\n`).join('')}`;

test('workflows of usual size are drawn in full', () => {
  expect(isDrawnWhole(arrange(chain(300)).arrangement)).toBe(true);
  expect(isDrawnWhole(arrange(chain(3_000)).arrangement)).toBe(false);
  expect(isDrawnWhole(arrange(complete(40)).arrangement)).toBe(false);
});

test('of a long chain the cards in view are drawn, with the lines that leave the view', () => {
  const { arrangement, draw } = arrange(chain(3_000));
  const part = pickDrawn(arrangement, { x: 0, y: 0, width: 900, height: 150 }, NO_FOCUS);
  expect(part.nodes).toContain('t0');
  expect(part.nodes.size).toBeLessThan(20);
  expect(part.edges.map(({ id }) => id)).toContain('t0>on_success>t1');
  const middle = arrangement.boxes.get('t1500');
  if (middle === undefined) throw new Error('A task has no place.');
  const alone = pickDrawn(arrangement, middle, NO_FOCUS);
  const ends = alone.edges.map(({ id }) => id);
  expect(ends).toEqual(expect.arrayContaining(['t1499>on_success>t1500', 't1500>on_success>t1501']));
  expect(part.isThinned).toBe(false);
  expect(draw(part)).toEqual([part.nodes.size, part.edges.length]);
});

test('where everything is in view, no more is drawn than the page takes', () => {
  for (const text of [chain(3_000), chain(450), complete(120)]) {
    const { arrangement, draw } = arrange(text);
    const part = pickDrawn(arrangement, EVERYWHERE, NO_FOCUS);
    expect(part.nodes.size).toBeLessThanOrEqual(MOST_DRAWN.cards);
    expect(part.nodes).toContain('t0');
    expect(part.edges.length).toBeLessThanOrEqual(MOST_DRAWN.lines);
    expect(draw(part)).toEqual([part.nodes.size, part.edges.length]);
  }
});

test('cards stacked on one place by a layout file are bounded too', () => {
  const { graph } = analyze('a.yaml', chain(3_000));
  const positions = new Map([...graph.nodes.keys()].map((id) => [id, { x: 0, y: 0 }]));
  const arrangement = arrangeGraph(graph, { positions, collapsed: new Set() }, 'right');
  const part = pickDrawn(arrangement, { x: 0, y: 0, width: 100, height: 100 }, NO_FOCUS);
  expect(part.nodes.size).toBe(MOST_DRAWN.cards);
});

test('from far, of more cards than are drawn only the start and the selected ones are', () => {
  const { arrangement } = arrange(chain(3_000));
  expect([...pickDrawn(arrangement, EVERYWHERE, NO_FOCUS).nodes]).toEqual(['t0']);
  const part = pickDrawn(arrangement, EVERYWHERE, { tasks: new Set(['t9']), edge: null });
  expect([...part.nodes].sort()).toEqual(['t0', 't10', 't8', 't9']);
});

test('the lines of what is selected are among those that are drawn, and the others keep their order', () => {
  const { arrangement } = arrange(complete(120));
  const part = pickDrawn(arrangement, EVERYWHERE, { tasks: new Set(['t119']), edge: null });
  expect(part.isThinned).toBe(true);
  const own = part.edges.filter(({ source, target }) => source === 't119' || target === 't119');
  expect(own).toHaveLength(239);
  const edge = 't118>on_success>t117';
  const ordered = arrangement.graph.edges.filter((each) => part.edges.includes(each));
  expect(part.edges.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
  expect(pickDrawn(arrangement, EVERYWHERE, { tasks: new Set(), edge }).edges.map(({ id }) => id)).toContain(edge);
});

test('a container is drawn with what is in it', () => {
  const children = range(900, (at) => `      - {id: c${at}}\n`).join('');
  const { arrangement, draw } = arrange(`tasks:\n  - id: box\n    type: parallel\n    tasks:\n${children}`);
  const last = arrangement.boxes.get('c899');
  const part = pickDrawn(arrangement, { x: last?.x ?? 0, y: last?.y ?? 0, width: 10, height: 10 }, NO_FOCUS);
  expect([...part.nodes].sort()).toEqual(['box', 'c899']);
  expect(draw(part)).toEqual([2, 0]);
});
