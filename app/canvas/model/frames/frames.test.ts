import { expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT, type Layout } from '#engine';
import { type Arrangement, arrangeGraph } from '../arrangeGraph.ts';
import type { DrawnNode } from '../toFlowNodes.ts';
import { toFlowNodes } from '../toFlowNodes.ts';
import { FRAME_HEAD, placeFrames } from './frameBox.ts';
import { frameNodeId } from './frameIds.ts';
import { fitFrames, moveWithFrames, toFlowFrames } from './toFlowFrames.ts';

const TEXT = `tasks:
  - id: a
    type: basic
    on_success: { next: b }
  - id: b
    type: basic
    on_success: { next: c }
  - id: c
    type: serial
    tasks:
      - id: d
        type: basic
`;
const frame = { id: 'f', title: 'T', text: '', color: 'grey', tasks: ['a', 'b', 'gone', 'd'] } as const;
const analysis = analyze('main.yaml', TEXT);

function arrange(layout: Partial<Layout> = {}): Arrangement {
  return arrangeGraph(drawnGraph(analysis), { ...EMPTY_LAYOUT, frames: [frame], ...layout }, 'right');
}

function drawn(arrangement: Arrangement): readonly DrawnNode[] {
  const { graph, placements, direction, layout } = arrangement;
  const options = {
    workflow: analysis.workflow,
    placements,
    direction,
    collapsed: layout.collapsed,
    problems: new Map(),
  };
  return [...toFlowFrames(arrangement), ...toFlowNodes(graph, options)];
}

test('a frame goes around those of its cards that are there and in no container, with room for its title, its text and the start', () => {
  const shown = arrange();
  const [placed] = placeFrames(shown);
  expect(placed?.tasks).toEqual(['a', 'b']);
  const [a, b] = [shown.boxes.get('a'), shown.boxes.get('b')];
  if (!placed || !a || !b) expect.unreachable();
  const { x, y, width, height } = placed.box;
  expect(x).toBeLessThan(a.x);
  expect(y + FRAME_HEAD + 40).toBeLessThan(a.y);
  expect(x + width).toBeGreaterThan(b.x + b.width);
  expect(y + height).toBeGreaterThan(b.y + b.height);
  const [long] = placeFrames(arrange({ frames: [{ ...frame, text: 'One line\nand another' }] }));
  expect([long?.textHeight, long?.box.y]).toEqual([40, y - 40]);
});

test('a frame without a card that is there, or with cards in a container alone, is not drawn', () => {
  expect(placeFrames(arrange({ frames: [{ ...frame, tasks: ['gone'] }] }))).toEqual([]);
  expect(placeFrames(arrange({ frames: [{ ...frame, tasks: ['d'] }] }))).toEqual([]);
});

test('a frame that is dragged takes its cards along, and one of which a card is dragged fits it', () => {
  const shown = arrange();
  const nodes = drawn(shown);
  const at = (id: string) => nodes.find((node) => node.id === id)?.position ?? { x: 0, y: 0 };
  const [own, a, b] = [at(frameNodeId('f')), at('a'), at('b')];
  const to = { id: frameNodeId('f'), position: { x: own.x + 60, y: own.y - 20 } };
  expect([...moveWithFrames(nodes, [to])]).toEqual([
    ['a', { x: a.x + 60, y: a.y - 20 }],
    ['b', { x: b.x + 60, y: b.y - 20 }],
  ]);
  expect([...moveWithFrames(nodes, [to, { id: 'a', position: a }]).keys()]).toEqual(['b']);
  const moved = nodes.map((node) => (node.id === 'b' ? { ...node, position: { x: b.x + 100, y: b.y } } : node));
  const before = nodes.find(({ id }) => id === frameNodeId('f'));
  const after = fitFrames(moved, shown).find(({ id }) => id === frameNodeId('f'));
  expect(after?.position).toEqual(before?.position);
  expect(after?.width).toBe((before?.width ?? 0) + 100);
});
