import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyGraph, anyGraph, toLinks } from './anyGraph.ts';
import { arrangeLayers, type Layers } from './arrangeLayers.ts';

const GAP = 40;
/** What sums of halves may be off by, px. */
const ROUNDING = 1e-6;

function arrange(graph: AnyGraph): Layers {
  const boxes = graph.heights.map((height, index) => ({ id: `b${index}`, height }));
  return arrangeLayers(boxes, toLinks(graph), GAP);
}

/** Boxes with their places, by rank, in the order that they have there. */
function listRanks({ heights }: AnyGraph, { spots }: Layers) {
  const ranks = new Map<number, { id: string; across: number; height: number }[]>();
  for (const [index, height] of heights.entries()) {
    const id = `b${index}`;
    const { rank, across } = spots.get(id) ?? { rank: Number.NaN, across: Number.NaN };
    ranks.set(rank, [...(ranks.get(rank) ?? []), { id, across, height }]);
  }
  for (const own of ranks.values()) own.sort((a, b) => a.across - b.across);
  return ranks;
}

test('boxes of one rank lie apart', () => {
  fc.assert(
    fc.property(anyGraph(24, 'with circles'), (graph) => {
      for (const [rank, own] of listRanks(graph, arrange(graph))) {
        expect(rank).toBeGreaterThanOrEqual(0);
        for (const [index, box] of own.entries()) {
          const before = own[index - 1];
          if (before === undefined) continue;
          const least = (before.height + box.height) / 2 + GAP;
          expect(box.across - before.across).toBeGreaterThanOrEqual(least - ROUNDING);
        }
      }
    }),
  );
});

test('lines without a circle all lead on, and have a spot in each rank from one end to the other', () => {
  fc.assert(
    fc.property(anyGraph(24, 'without circles'), (graph) => {
      const { spots, lanes } = arrange(graph);
      const joined = new Set(graph.lines.map(({ from, to }) => `b${from} b${to}`));
      expect(new Set(lanes.map(({ source, target }) => `${source} ${target}`))).toEqual(joined);
      for (const lane of lanes) {
        const [from, to] = [spots.get(lane.source), spots.get(lane.target)];
        expect([lane.spots[0], lane.spots.at(-1)]).toEqual([from, to]);
        expect(lane.spots.length).toBeGreaterThan(1);
        for (const [index, spot] of lane.spots.entries()) expect(spot.rank).toBe((from?.rank ?? 0) + index);
      }
    }),
  );
});

test('no lane runs through a box, that of a line which leads back no more than others', () => {
  fc.assert(
    fc.property(anyGraph(24, 'with circles'), (graph) => {
      const layers = arrange(graph);
      const ranks = listRanks(graph, layers);
      for (const { source, target, spots } of layers.lanes)
        for (const spot of spots)
          for (const { id, across, height } of ranks.get(spot.rank) ?? []) {
            const isEnd = (id === source || id === target) && across === spot.across;
            if (!isEnd) expect(Math.abs(spot.across - across)).toBeGreaterThan(height / 2);
          }
    }),
  );
});

test('equal graphs are arranged alike', () => {
  fc.assert(
    fc.property(anyGraph(24, 'with circles'), (graph) => {
      expect(arrange(structuredClone(graph))).toEqual(arrange(graph));
    }),
    { numRuns: 30 },
  );
});

test('a chain is straight', () => {
  const lines = [0, 1, 2, 3].map((from) => ({ from, to: from + 1, isAside: false }));
  const { spots } = arrange({ heights: [60, 140, 60, 100, 60], lines });
  expect(new Set([...spots.values()].map(({ across }) => across)).size).toBe(1);
});

test('two branches that can be drawn without a crossing are, whatever order they are written in', () => {
  const lines = [
    { from: 0, to: 1, isAside: false },
    { from: 0, to: 2, isAside: false },
    { from: 2, to: 3, isAside: false },
    { from: 1, to: 4, isAside: false },
  ];
  const { spots } = arrange({ heights: [60, 60, 60, 60, 60], lines });
  const across = (index: number) => spots.get(`b${index}`)?.across ?? 0;
  expect(Math.sign(across(1) - across(2))).toBe(Math.sign(across(4) - across(3)));
});
